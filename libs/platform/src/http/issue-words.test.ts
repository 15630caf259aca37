import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueWords } from './issue-words.ts';

const cases: [z.ZodType, unknown, string][] = [
  [z.string().max(3), 'abcd', 'Use at most 3 characters.'],
  [z.string().min(1), '', 'Must not be empty.'],
  [z.string().min(2), 'a', 'Use at least 2 characters.'],
  [z.string().max(3, 'Shorter.'), 'abcd', 'Shorter.'],
  [z.int().max(720), 721, 'Use a number of at most 720.'],
  [z.number().gt(0), 0, 'Use a number above 0.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Send at most 1.'],
  [z.array(z.string()).min(1), [], 'Send at least 1.'],
  [z.string(), 1, 'Expected a text, not a number.'],
  [z.int(), 1.5, 'Expected a whole number.'],
  [z.record(z.string(), z.string()), [], 'Expected an object, not a list.'],
  [z.boolean(), null, 'Expected true or false, not null.'],
  [z.enum(['EMAIL', 'SMS']), 'FAX', 'Expected one of EMAIL, SMS.'],
  [z.literal('EMAIL'), 'FAX', 'Expected EMAIL.'],
  [z.union([z.string(), z.number()]), {}, 'Expected a value of another kind, not an object.'],
  [z.string().regex(/^a$/), 'b', 'The value does not have the expected form.'],
];

test.each(cases)('message %# names the expected value', (schema, input, words) => {
  const { error } = schema.safeParse(input, { reportInput: true });
  expect(error?.issues.map(issueWords)).toEqual([words]);
});
