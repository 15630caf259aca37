import type { FieldProblem } from '@pas/platform/errors/fault';
import { fieldProblems } from '@pas/platform/http/field-problems';
import { SignUp } from '@pas/shared/accounts/accounts.schema';
import type { Messages } from '@pas/shared/messages/en';
import { z } from 'zod';

/** Fields of the page, in order. */
export const joinFields = ['firstName', 'lastName', 'email', 'phone', 'password'] as const;
export type JoinField = (typeof joinFields)[number];

/** A missing or repeated field counts as empty, so that the page asks for it. */
const FieldText = z.string().catch('').optional().default('');

/** Submitted values; empty strings for empty fields. */
export const JoinForm = z.object({
  firstName: FieldText,
  lastName: FieldText,
  email: FieldText,
  phone: FieldText,
  password: FieldText,
});
export type JoinForm = z.output<typeof JoinForm>;

/** An empty form. */
export const emptyJoinForm: JoinForm = { firstName: '', lastName: '', email: '', phone: '', password: '' };

/** Messages for faulty fields, for people. */
export type JoinProblems = Partial<Record<JoinField, string>>;

type Sentences = Messages['join'];

/** Messages for required fields that are empty. */
const asked: Readonly<Record<JoinField, keyof Sentences>> = {
  firstName: 'askFirstName',
  lastName: 'askLastName',
  email: 'askEmail',
  phone: 'wrongPhone',
  password: 'askPassword',
};

/** Messages for field and code of a problem that the API reports. */
const byCode: Readonly<Record<string, keyof Sentences>> = {
  'email account_exists': 'otherEmail',
  'phone premium_number': 'premiumPhone',
  'password account_exists': 'accountExists',
  'password too_small': 'shortPassword',
  'password too_big': 'longPassword',
  'password password_too_common': 'commonPassword',
};

/** Messages for any other problem of a field. */
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

/** Translates problems, field by field, to the reader's language. */
export function toJoinProblems(problems: readonly FieldProblem[], { join }: Messages): JoinProblems {
  const shown: JoinProblems = {};
  for (const { path, code } of problems) if (isJoinField(path)) shown[path] ??= join[sentenceFor(path, code)];
  return shown;
}

/** Converts a form to a sign-up, or returns the problems of the form. */
export function toSignUp(inviteToken: string, values: JoinForm, messages: Messages): SignUp | JoinProblems {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const parsed = SignUp.safeParse({ ...Object.fromEntries(given), inviteToken }, { reportInput: true });
  return parsed.success ? parsed.data : toJoinProblems(fieldProblems(parsed.error), messages);
}
