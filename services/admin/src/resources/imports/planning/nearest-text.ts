/** The longest text that is compared: a text has one variant per character. */
const maxLength = 24;
/** The maximum number of texts in an index. */
const maxTexts = 5000;

/** Returns a text and all variants that lack one character. */
function variantsOf(text: string): string[] {
  const characters = Array.from(text);
  return [text, ...characters.map((_, at) => characters.filter((_other, each) => each !== at).join(''))];
}

/** Counts the positions in which two texts differ; a different length counts twice. */
const distance = (a: string, b: string): number =>
  Array.from(a).filter((character, at) => character !== b[at]).length + 2 * Math.abs(a.length - b.length);

/** Finds the text nearest to a misspelled one. */
export interface NearestText {
  /** Adds a text with its suggestion. */
  add(text: string, suggestion: string): void;
  /** Returns the suggestion for the nearest text; null if none is within one typing error. */
  find(text: string): string | null;
}

/**
 * Creates an index of texts by their variants with one character less. Two texts within one typing error
 * share a variant: a missing, extra or wrong character, or two exchanged neighbours. So the cost of a look-up
 * depends only on the text's length (symmetric delete: Garbe, "SymSpell", 2012).
 */
export function createNearestText(): NearestText {
  const byVariant = new Map<string, string[]>();
  const suggestions = new Map<string, string>();
  return {
    add(text, suggestion) {
      if (suggestions.size >= maxTexts || text.length > maxLength || suggestions.has(text)) return;
      suggestions.set(text, suggestion);
      for (const variant of new Set(variantsOf(text)))
        byVariant.set(variant, [...(byVariant.get(variant) ?? []), text]);
    },
    find(text) {
      if (text.length === 0 || text.length > maxLength) return null;
      const found = new Set(variantsOf(text).flatMap((variant) => (variant && byVariant.get(variant)) || []));
      const [nearest] = [...found].toSorted(
        (a, b) => distance(a, text) - distance(b, text) || a.localeCompare(b),
      );
      return nearest === undefined ? null : (suggestions.get(nearest) ?? null);
    },
  };
}
