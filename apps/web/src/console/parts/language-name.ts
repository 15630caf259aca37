const names = new Intl.DisplayNames('en', { type: 'language' });

/** A language by its code: `de` is German; the code where it is none. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
