// What this browser stores; without storage, a choice lasts as long as the page.

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`pioche.${key}`, value);
  } catch {
    // Storage can be forbidden.
  }
}

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`pioche.${key}`);
  } catch {
    return null;
  }
}

/** Forget everything about the player: seats, bests, name and face. Language, light and sound stay. */
export function forgetPlayer(): void {
  try {
    const own = /^pioche\.(seat\.|commitment\.|part\.|daily\.|best\.|name$|face$)/;
    for (const key of Object.keys(localStorage)) if (own.test(key)) localStorage.removeItem(key);
  } catch {
    // Storage can be forbidden.
  }
}
