import type { z } from 'zod';
import type { FieldProblem } from '../errors/fault.ts';
import { issueWords } from './issue-words.ts';

type Issue = z.core.$ZodIssue;

/** Stable codes for the kinds of zod issue. They keep clients independent of the codes of a library. */
const codes: Record<Issue['code'], string> = {
  invalid_type: 'invalid_type',
  too_big: 'too_big',
  too_small: 'too_small',
  invalid_format: 'invalid_format',
  not_multiple_of: 'invalid_value',
  unrecognized_keys: 'unknown_field',
  invalid_union: 'invalid_value',
  invalid_key: 'unknown_field',
  invalid_element: 'invalid_value',
  invalid_value: 'invalid_value',
  custom: 'invalid_value',
};

/** Whether the field is missing. A rule of this system (`custom`) applies only to a value that was sent. */
const isAbsent = (issue: Issue): boolean => issue.code !== 'custom' && issue.input === undefined;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const maxNameLength = 100;

/** Shortens a name. A name that the caller chose can be as long as the body, and the answer repeats it. */
const shorten = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;

const dotted = (path: readonly PropertyKey[]): string => shorten(path.map(String).join('.'));

function describe(issue: Issue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: dotted([...issue.path, key]),
      code: 'unknown_field',
      message: `${shorten(key)} is not known here. Remove it or correct its spelling.`,
    }));
  }
  const name = dotted(issue.path);
  if (isAbsent(issue))
    return [{ path: name, code: 'required', message: `${name || 'The body'} is required.` }];
  const params: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  const code = typeof params === 'string' ? params : codes[issue.code];
  const words = issueWords(issue);
  return [{ path: name, code, message: sentence(name === '' ? words : `${name}: ${words}`) }];
}

/** Converts the issues of zod to the `errors` of a problem body: dotted paths, stable codes, readable messages. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap(describe);
}
