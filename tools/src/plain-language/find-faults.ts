import type { Text } from './read-texts.ts';

/** A sentence that breaks a rule of the language (CONTRIBUTING, "Language"). */
export interface LanguageFault {
  file: string;
  line: number;
  rule: string;
  sentence: string;
}

const maxWords = 20;

const openings: readonly RegExp[] = [
  /^(?:what|who|whoever|whose|whom|whatever|whichever)\b/i,
  /^(?:that|those|these|this) (?:which|who|whose)\b/i,
  /^(?:of|by|for|to|from|with|in|on) (?:what|whom|which|whose)\b/i,
  /^of\b(?! course\b)/i,
  /^where\b[^.]*, there\b/i,
];

const phrases: readonly RegExp[] = [
  /\b(?:is|are|was|were|be|been|being) (?:told|said)\b/i,
  /\b(?:stands?|stood) in\b/i,
  /\b(?:comes?|came) of\b/i,
  /\b(?:is|are|was|were|be) there for\b/i,
  /\bsays? nothing of\b/i,
  /\b(?:has|have|had) (?:it|them|this|that|these|those) done\b/i,
  /\b(?:goes|go|went|gone|going) on\b/i,
  /\b(?:is|are|was|were) over\b(?! \d| the| a\b)/i,
];

/** Replaces code and URLs by one word, and removes the targets of links. */
const bare = (text: string): string =>
  text
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/https?:\/\/\S+/g, 'x');

const abbreviations = /\b(?:e\.g|i\.e|etc|vs|cf|No|St|Mr|Mrs|Dr|approx)\.$/;

/** Divides a text into sentences. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of text.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.)\s+/)) {
    let rest = '';
    for (const part of bare(paragraph)
      .replaceAll(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.!?][")”*]*)\s+(?=["(“*]*[A-Z0-9x[])/)) {
      rest = rest === '' ? part : `${rest} ${part}`;
      if (abbreviations.test(rest)) continue;
      sentences.push(rest);
      rest = '';
    }
    if (rest !== '') sentences.push(rest);
  }
  return sentences.filter((sentence) => /[a-z]{2}/i.test(sentence));
}

const countWords = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

function rulesBrokenBy(sentence: string): string[] {
  const start = sentence.replace(/^[\s"'(“*_[]+/, '');
  return [
    ...(openings.some((opening) => opening.test(start)) ? ['opens with its subject'] : []),
    ...(countWords(sentence) > maxWords ? [`has ${maxWords} words at most`] : []),
    ...(phrases.some((phrase) => phrase.test(sentence)) ? ['uses the verb of the field'] : []),
  ];
}

/** Finds the sentences of texts that break a rule. */
export function findFaults(texts: readonly Text[]): LanguageFault[] {
  return texts.flatMap(({ file, line, text }) =>
    splitSentences(text).flatMap((sentence) =>
      rulesBrokenBy(sentence).map((rule) => ({ file, line, rule, sentence })),
    ),
  );
}
