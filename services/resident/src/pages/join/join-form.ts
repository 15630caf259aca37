import type { FieldProblem } from '@pas/platform/errors/fault';
import { fieldProblems } from '@pas/platform/http/field-problems';
import { SignUp } from '@pas/shared/accounts/accounts.schema';
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

const asked: Record<JoinField, string> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  email: 'Enter your e-mail: the invite has none.',
  phone: 'Enter your phone number.',
  password: 'Choose a password.',
};

/** What the API says to programs, said to a person, by its code. */
const inWords: Readonly<Record<string, string>> = {
  invalid_email: 'Enter the whole e-mail address, such as name@example.com.',
};

const wrongPhone = 'Enter the whole phone number. If it is from abroad, add its country code.';

const isJoinField = (path: string): path is JoinField => (joinFields as readonly string[]).includes(path);

/** Says what is wrong, field by field. The API names the field before each message, which the page's label does. */
export function toJoinProblems(problems: readonly FieldProblem[]): JoinProblems {
  const shown: JoinProblems = {};
  for (const { path, code, message } of problems) {
    if (!isJoinField(path)) continue;
    const words = path === 'phone' ? wrongPhone : (inWords[code] ?? message.replace(`${path}: `, ''));
    shown[path] ??= code === 'required' ? asked[path] : words;
  }
  return shown;
}

/** Makes the sign-up that a form asks for, or says what is wrong with the form. */
export function toSignUp(inviteToken: string, values: JoinForm): SignUp | JoinProblems {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const parsed = SignUp.safeParse({ ...Object.fromEntries(given), inviteToken }, { reportInput: true });
  return parsed.success ? parsed.data : toJoinProblems(fieldProblems(parsed.error));
}
