import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Messages of the library begin like this. Other messages stay as they are. */
const ofLibrary = /^(?:Too (?:big|small)|Invalid (?:input|option|string))\b/;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const kindOf = (name: string): string => kinds[name] ?? name;

const receivedKind = (input: unknown): string => {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'a list' : kindOf(typeof input);
};

function limitWords(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const isBig = issue.code === 'too_big';
  const limit = String(isBig ? issue.maximum : issue.minimum);
  const most = isBig ? 'at most' : 'at least';
  if (issue.origin === 'string')
    return !isBig && limit === '1' ? 'Must not be empty.' : `Use ${most} ${limit} characters.`;
  if (issue.origin === 'array' || issue.origin === 'set') return `Send ${most} ${limit}.`;
  if (issue.inclusive === false) return `Use a number ${isBig ? 'below' : 'above'} ${limit}.`;
  return `Use a number of ${most} ${limit}.`;
}

/** Describes an issue in readable words instead of the message of the library. */
export function issueWords(issue: Issue): string {
  if (!ofLibrary.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
      return limitWords(issue);
    case 'invalid_type':
      return issue.expected === 'int'
        ? 'Expected a whole number.'
        : `Expected ${kindOf(issue.expected)}, not ${receivedKind(issue.input)}.`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Expected ${String(issue.values[0])}.`
        : `Expected one of ${issue.values.map(String).join(', ')}.`;
    case 'invalid_union':
      return `Expected a value of another kind, not ${receivedKind(issue.input)}.`;
    case 'invalid_format':
      return 'The value does not have the expected form.';
    default:
      return issue.message;
  }
}
