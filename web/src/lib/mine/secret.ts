// The secret in an exported file, by which any browser becomes the player again.

/** Return the secret of an export; null if the text is something else. */
export function secretOf(text: string): string | null {
  try {
    const { secret }: { secret?: unknown } = JSON.parse(text) ?? {};
    return typeof secret === 'string' && secret !== '' ? secret : null;
  } catch {
    return null;
  }
}
