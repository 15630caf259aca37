/** Texts longer than this are not compared: each has as many variants as characters. */
const maxLength = 24;
/** The most texts that an index holds. */
const maxTexts = 5000;

/** A text and all texts that miss one of its characters. */
function variantsOf(text: string): string[] {
  const characters = Array.from(text);
  return [text, ...characters.map((_, at) => characters.filter((_other, each) => each !== at).join(''))];
}

/** The number of places in which two texts differ, and a length that differs counts twice. */
const distance = (a: string, b: string): number =>
  Array.from(a).filter((character, at) => character !== b[at]).length + 2 * Math.abs(a.length - b.length);

/** Finds the text that was probably meant by a misspelled one. */
export interface NearestText {
  /** Adds a text to choose from, and what is suggested for it. */
  add(text: string, suggestion: string): void;
  /** The suggestion for the nearest text; null if none is within one typing error of it. */
  find(text: string): string | null;
}

/**
 * Makes an index of texts by their variants with one character less. Two texts within one typing error (a character
 * more, less, other, or exchanged with its neighbour) have a variant in common. So a look-up costs as many steps as the
 * text has characters, however many texts there are (symmetric delete: Garbe, "SymSpell", 2012).
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
