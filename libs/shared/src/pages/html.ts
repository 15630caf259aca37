import { splitSentence } from '../messages/fill.ts';
import { escapeHtml } from '@pas/platform/http/escape-html';

/** Markup that a page includes without escaping. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = Html | readonly Html[] | string | null;

function toSource(value: Value | undefined): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Html) return value.source;
  if (typeof value === 'string') return escapeHtml(value);
  return value.map(({ source }) => source).join('');
}

/**
 * Builds markup from a template. Texts are escaped for content and quoted attributes. Markup and lists of it are
 * included unchanged. Null adds nothing.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((before, part, index) => before + toSource(values[index - 1]) + part));
}

/** Inserts markup and texts into a sentence of the catalogue, by the names of its values. */
export function htmlOf(sentence: string, values: Readonly<Record<string, Html | string>>): Html {
  const parts = splitSentence(sentence);
  return new Html(parts.map((part, at) => toSource(at % 2 === 0 ? part : values[part])).join(''));
}
