import { z } from 'zod';
import { isVisible, withoutUnseenMarks } from './visible-text.ts';

const oneLine = /^\P{Cc}*$/u;

/** Whether people can see the text, or another rule reports it. */
const isShown = (text: string): boolean => text === '' || !oneLine.test(text) || isVisible(text);

/**
 * One line of visible text, up to a length, without bidi controls and characters without a width. A longer text skips
 * the further checks, because they cost time.
 */
export const shortText = (max: number) =>
  z
    .string()
    .overwrite(withoutUnseenMarks)
    .trim()
    .min(1, 'Must not be empty.')
    .max(max, { error: `Use at most ${max} characters.`, abort: true })
    .regex(oneLine, 'Use one line without control characters.')
    .refine(isShown, 'Use a character that people can see.');
