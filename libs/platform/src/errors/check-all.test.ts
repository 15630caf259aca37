import { describe, expect, test } from 'vitest';
import { checkAll } from './check-all.ts';
import type { Fault } from './fault.ts';
import { conflict, forbidden, invalidAs, invalidField, notFound } from './raise.ts';

const fails = (fault: Fault) => (): never => {
  throw fault;
};
const phone = fails(invalidField('phone', 'invalid_phone', 'phone: Expected a phone number.'));
const contact = fails(invalidAs('contact_missing', 'channels', 'The invite has no contact for SMS.'));

async function faultOf(...checks: (() => unknown)[]): Promise<string> {
  const { kind, code, details } = (await checkAll(...checks).catch((error: unknown) => error)) as Fault;
  return [kind, code, ...(details.errors ?? []).map((problem) => `${problem.path} ${problem.code}`)].join(
    ', ',
  );
}

describe('checkAll', () => {
  test('returns the result of each check', async () => {
    expect(
      await checkAll(
        () => 1,
        async () => Promise.resolve('two'),
      ),
    ).toEqual([1, 'two']);
  });

  test('raises the problems of all checks at once', async () => {
    const late = fails(invalidField('expiresAt', 'out_of_range', 'expiresAt: Expected a time to come.'));
    expect(await faultOf(phone, () => 1, late)).toBe(
      'invalid, validation_failed, phone invalid_phone, expiresAt out_of_range',
    );
  });

  test('keeps the code of a problem without another one', async () => {
    expect(await faultOf(contact)).toBe('invalid, contact_missing, channels contact_missing');
    expect(await faultOf(contact, contact)).toMatch(/^invalid, contact_missing, /);
    expect(await faultOf(contact, phone)).toMatch(/^invalid, validation_failed, /);
  });

  test('raises a problem of a field before an unknown id and a conflict', async () => {
    expect(await faultOf(fails(notFound()), phone)).toMatch(/^invalid, /);
    expect(await faultOf(fails(conflict('already_exists', 'Taken.')), phone)).toMatch(/^invalid, /);
    expect(await faultOf(fails(notFound()), fails(conflict('already_exists', 'Taken.')))).toBe(
      'not_found, not_found',
    );
  });

  test('raises every other fault immediately', async () => {
    expect(await faultOf(phone, fails(forbidden('insufficient_scope', 'No.')))).toMatch(/^forbidden, /);
    await expect(checkAll(phone, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
