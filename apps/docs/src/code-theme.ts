import type { MarkdownOptions } from 'vitepress';

/** Scopes of the grammar, by the class that shows them. */
const scopesByClass = {
  'token-comment': ['comment', 'punctuation.definition.comment'],
  'token-string': ['string', 'punctuation.definition.string'],
  'token-keyword': ['keyword', 'storage', 'variable.language', 'support.type.property-name'],
  'token-literal': ['constant', 'variable.other', 'punctuation.definition.variable'],
};

/** The theme names a class where others name a colour. */
export const codeTheme: NonNullable<MarkdownOptions['theme']> = {
  name: 'classes',
  type: 'dark',
  fg: 'plain',
  bg: 'plain',
  settings: Object.entries(scopesByClass).map(([foreground, scope]) => ({ scope, settings: { foreground } })),
};

const classOf = /color:(token-\w+)/;

/** Replaces inline styles by classes, because the content security policy refuses inline styles. */
export const styleToClass: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  name: 'style-to-class',
  pre({ properties }) {
    delete properties['style'];
  },
  span({ properties }) {
    const token = classOf.exec(String(properties['style']))?.[1];
    delete properties['style'];
    if (token !== undefined) properties['class'] = token;
  },
};
