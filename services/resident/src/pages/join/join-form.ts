import type { FieldProblem } from '@pas/platform/errors/fault';
import { fieldProblems } from '@pas/platform/http/field-problems';
import { SignUp } from '@pas/shared/accounts/accounts.schema';
import type { Words } from '@pas/shared/words/words';
import { z } from 'zod';

/** The fields of the page, in its order. */
export const joinFields = ['firstName', 'lastName', 'email', 'phone', 'password'] as const;
export type JoinField = (typeof joinFields)[number];

/** A field that is missing or sent twice counts as empty: the page asks for it. */
const Typed = z.string().catch('').optional().default('');

/** What a person has typed; empty where nothing. */
export const JoinForm = z.object({
  firstName: Typed,
  lastName: Typed,
  email: Typed,
  phone: Typed,
  password: Typed,
});
export type JoinForm = z.output<typeof JoinForm>;

/** The form before anything is typed. */
export const emptyJoinForm: JoinForm = { firstName: '', lastName: '', email: '', phone: '', password: '' };

/** What is wrong with a field, in words for people. */
export type JoinProblems = Partial<Record<JoinField, string>>;

type Sentences = Words['join'];

/** What is asked for where a field is empty that must not be. */
const asked: Readonly<Record<JoinField, keyof Sentences>> = {
  firstName: 'askFirstName',
  lastName: 'askLastName',
  email: 'askEmail',
  phone: 'wrongPhone',
  password: 'askPassword',
};

/** What the API says to programs about a field, by its code. */
const byCode: Readonly<Record<string, keyof Sentences>> = {
  'email account_exists': 'otherEmail',
  'phone premium_number': 'premiumPhone',
  'password account_exists': 'accountExists',
  'password too_small': 'shortPassword',
  'password too_big': 'longPassword',
};

/** What is wrong with a field where the code says no more. */
const byField: Readonly<Record<JoinField, keyof Sentences>> = {
  firstName: 'wrongValue',
  lastName: 'wrongValue',
  email: 'wrongEmail',
  phone: 'wrongPhone',
  password: 'shortPassword',
};

const isJoinField = (path: string): path is JoinField => (joinFields as readonly string[]).includes(path);

const sentenceFor = (field: JoinField, code: string): keyof Sentences =>
  code === 'required' ? asked[field] : (byCode[`${field} ${code}`] ?? byField[field]);

/** Says what is wrong, field by field, in the reader's language. */
export function toJoinProblems(problems: readonly FieldProblem[], { join }: Words): JoinProblems {
  const shown: JoinProblems = {};
  for (const { path, code } of problems) if (isJoinField(path)) shown[path] ??= join[sentenceFor(path, code)];
  return shown;
}

/** Makes the sign-up that a form asks for, or says what is wrong with the form. */
export function toSignUp(inviteToken: string, values: JoinForm, words: Words): SignUp | JoinProblems {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const parsed = SignUp.safeParse({ ...Object.fromEntries(given), inviteToken }, { reportInput: true });
  return parsed.success ? parsed.data : toJoinProblems(fieldProblems(parsed.error), words);
}
