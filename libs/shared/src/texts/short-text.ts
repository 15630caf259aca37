import { z } from 'zod';
import { isVisible, withoutUnseenMarks } from './visible-text.ts';

/**
 * One line of visible text, up to a length, without bidi controls and characters without a width. A longer text skips
 * the further checks, because they cost time.
 */
export const shortText = (max: number) =>
  z
    .string()
    .overwrite(withoutUnseenMarks)
    .trim()
    .min(1, { error: 'Must not be empty.', abort: true })
    .max(max, { error: `Use at most ${max} characters.`, abort: true })
    .regex(/^\P{Cc}*$/u, { error: 'Use one line without control characters.', abort: true })
    .refine(isVisible, { error: 'Use a character that people can see.', abort: true });
