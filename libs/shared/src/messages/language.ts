/** The languages that people are addressed in. English comes first and is the fallback. */
export const languages = ['en', 'es', 'fr', 'de'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** Returns the language of a tag (BCP 47): `de` for `de-AT`; null for a language outside of the catalogue. */
export function languageOf(tag: string): Language | null {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/);
  return isLanguage(primary) ? primary : null;
}

/** Returns the language of the first tag in the catalogue, else English. Null is an unknown tag. */
export function chooseLanguage(...tags: readonly (string | null | undefined)[]): Language {
  for (const tag of tags) {
    const language = tag == null ? null : languageOf(tag);
    if (language) return language;
  }
  return 'en';
}

/** Returns the tag for dates: the first given tag of the language, so that `en-GB` keeps its order of days. */
export function dateLocale(language: Language, ...tags: readonly (string | null | undefined)[]): string {
  const own = tags.find((tag) => tag != null && languageOf(tag) === language);
  const usual = language === 'en' ? 'en-US' : language;
  return own != null && Intl.DateTimeFormat.supportedLocalesOf(own.replaceAll('_', '-')).length > 0
    ? own
    : usual;
}

/** Returns the weight of a language in `Accept-Language`; 1 by default (RFC 9110, section 12.4.2). */
function weightOf(parameters: readonly string[]): number {
  const [, weight] =
    parameters.map((part) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(part)).find(Boolean) ?? [];
  return weight === undefined ? 1 : Number(weight);
}

/**
 * Returns the language of a reader by the `Accept-Language` header: the preferred one in the catalogue, else English.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').slice(0, 500).split(',');
  const ranked = wanted
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';');
      return { tag, weight: weightOf(parameters) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return chooseLanguage(...ranked.map(({ tag }) => tag));
}
