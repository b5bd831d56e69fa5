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
