/** Markup that is safe to insert into a page unchanged. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type MarkupValue = Markup | readonly Markup[] | string | number | undefined;

/**
 * Builds markup from a template. Escapes every value for text and quoted attributes, unless it is {@link Markup}
 * itself; joins lists. Mail is untrusted and must not reach a page unescaped.
 */
export function markup(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  return new Markup(parts.reduce((before, part, index) => before + toSource(values[index - 1]) + part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function toSource(value: MarkupValue): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'object') return value.map((item) => item.source).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
