/** Forms of a resource's name in the code. */
export type NameForms = Readonly<Record<string, string>>;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the singular of an English plural such as `properties`, `addresses` or `leases`. */
function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(plural) && !/[^s]ses$/.test(plural)) return plural.slice(0, -2);
  return plural.slice(0, -1);
}

const camel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');

/**
 * Derives the forms of a resource's name from its plural in kebab case, `virtual-numbers`.
 *
 * @throws Error for an invalid name
 */
export function nameForms(kebabPlural: string, area: string): NameForms {
  if (!/^[a-z]+(?:-[a-z]+)*s$/.test(kebabPlural)) {
    throw new Error('Name the resource by its plural in kebab case, such as leases or parking-spots.');
  }
  const plural = kebabPlural.split('-');
  const singular = [...plural.slice(0, -1), singularOf(plural.at(-1) ?? '')];
  const article = /^[aeiou]/.test(singular[0] ?? '') ? 'an' : 'a';
  return {
    'kebab-plural': kebabPlural,
    'kebab-singular': singular.join('-'),
    'snake-plural': plural.join('_'),
    'snake-singular': singular.join('_'),
    plural: camel(plural),
    singular: camel(singular),
    Plural: capitalize(camel(plural)),
    Singular: capitalize(camel(singular)),
    words: plural.join(' '),
    word: singular.join(' '),
    Title: capitalize(plural.join(' ')),
    a: article,
    A: capitalize(article),
    'id-prefix': singular.join(''),
    area,
  };
}

/** Fills in the placeholders `{form}` of a template. Keeps braces around other text. */
export function fillIn(template: string, forms: NameForms): string {
  return template.replaceAll(/\{([A-Za-z-]+)\}/g, (place, form: string) => forms[form] ?? place);
}
