import { z } from 'zod';
import { isVisible, withoutUnseenMarks } from './visible-text.ts';

interface TextRule {
  max: number;
  /** The characters that a text may have. */
  characters: RegExp;
  /** The message for any other character. */
  refusal: string;
}

/** A longer text skips the further checks, because they cost time. */
function visibleText({ max, characters, refusal }: TextRule) {
  /** Whether people can see the text, or another rule reports it. */
  const isShown = (text: string): boolean => text === '' || !characters.test(text) || isVisible(text);
  return z
    .string()
    .overwrite(withoutUnseenMarks)
    .trim()
    .min(1, 'Must not be empty.')
    .max(max, { error: `Use at most ${max} characters.`, abort: true })
    .regex(characters, refusal)
    .refine(isShown, 'Use a character that people can see.');
}

/** Returns one line of visible text, up to a length, without bidi controls and characters without a width. */
export const oneLine = (max: number) =>
  visibleText({ max, characters: /^\P{Cc}*$/u, refusal: 'Use one line without control characters.' });

/** Lines of visible text, up to a length, without bidi controls and characters without a width. */
export const textLines = (max: number) =>
  visibleText({ max, characters: /^[\P{Cc}\t\r\n]*$/u, refusal: 'Use no control characters.' });
