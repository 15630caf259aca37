import { describe, expect, test } from 'vitest';
import { ApiProblem, noAnswer } from '../api/problem.ts';
import { sayFault } from './say-fault.ts';
import { de } from './messages/de.ts';
import { en, type Messages } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import type { I18n } from './messages/use-i18n.tsx';

const english = 'Messages of the service in English.';

const speak =
  (messages: Messages): I18n['t'] =>
  (key, values = {}) =>
    messages[key].replace(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '');

const problem = (status: number, code: string, fields: Record<string, string> = {}): ApiProblem =>
  new ApiProblem(english, { status, code, correlationId: 'corr-1234', fields });

const problems = [
  problem(403, 'tenant_suspended'),
  problem(409, 'property_archived'),
  problem(409, 'something_new'),
  problem(422, 'validation_failed', { phone: english }),
  problem(422, 'validation_failed', { code: english }),
  problem(422, 'validation_failed', { email: english }),
  problem(422, 'validation_failed', { 'quietHours[0].to': english }),
  problem(409, 'already_exists', { email: english }),
  problem(403, 'invalid_current_password'),
  problem(403, 'login_too_old'),
  problem(422, 'password_too_common', { newPassword: english }),
  problem(422, 'validation_failed', { newPassword: english }),
  problem(422, 'validation_failed', { text: english }),
  problem(422, 'validation_failed', { somethingElse: english }),
];

describe.each(Object.entries({ de, es, fr }))('in %s', (_name, messages) => {
  test('no fault is shown in English', () => {
    for (const fault of problems) expect(sayFault(fault, speak(messages))).not.toContain(english);
  });
});

test('in English an unknown refusal shows the message of the service', () => {
  expect(sayFault(problem(409, 'something_new'), speak(en))).toBe(english);
});

test('only a request that repeats by itself promises another attempt', () => {
  expect(sayFault(noAnswer(), speak(en), true)).toBe(en.away);
  expect(sayFault(noAnswer(), speak(en))).toBe(en.faultNoAnswer);
});

test('an invalid field shows its fix', () => {
  expect(sayFault(problem(422, 'validation_failed', { code: english }), speak(de))).toBe(de.faultCode);
  expect(sayFault(problem(422, 'validation_failed', { 'quietHours[0]': english }), speak(de))).toBe(
    de.faultQuiet,
  );
});
