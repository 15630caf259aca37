import { isHarmless, properties } from './svg-allowlist.ts';

/** Keeps the declarations of known properties with harmless values. */
export function cleanDeclarations(text: string): string {
  const kept = text.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':');
    const name = declaration.slice(0, at).trim().toLowerCase();
    const value = declaration.slice(at + 1).trim();
    return at > 0 && properties.has(name) && value !== '' && isHarmless(value) ? [`${name}:${value}`] : [];
  });
  return kept.join(';');
}

/** Removes comments; one without an end extends to the end of the text. */
function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('/*');
  const after = others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''));
  return [first, ...after].join('');
}

/** A list of names of elements, classes and ids. */
const selectors = /^\s*[.#]?[\w-]+(?:\s*,\s*[.#]?[\w-]+)*\s*$/;

/** Keeps the plain rules of a style sheet. Rules with an `@` and rules with other selectors are left out. */
export function cleanStyleSheet(text: string): string {
  const rules = withoutComments(text).split('}');
  const kept = rules.flatMap((rule) => {
    const [selector = '', body = '', ...nested] = rule.split('{');
    if (nested.length > 0 || !selectors.test(selector)) return [];
    const declarations = cleanDeclarations(body);
    return declarations === '' ? [] : [`${selector.trim()}{${declarations}}`];
  });
  return kept.join('');
}
