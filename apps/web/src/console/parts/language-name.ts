const names = new Intl.DisplayNames('en', { type: 'language' });

/** Returns the name of a language by its code, such as German for `de`; an unknown code unchanged. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
