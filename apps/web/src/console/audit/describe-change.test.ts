import { describe, expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';
import type { AuditRecord } from './describe-record.ts';

const record = (action: string, type: string, changes: AuditRecord['changes'] = []) =>
  ({ action, targets: [{ type, id: `${type}_1` }], changes }) as unknown as AuditRecord;
const change = (path: string, before: unknown, after: unknown) => ({ path, before, after });

/** The sentence behind the actor. An object without a name in the record reads `it`. */
function sentence(of: AuditRecord): string {
  const { verb, kind, name, detail } = describeChange(of);
  return [verb, kind, name ?? 'it', detail].filter((part) => part !== null).join(' ');
}

describe('describeChange', () => {
  test.each<[AuditRecord, string]>([
    [
      record('unit.updated', 'unit', [change('label', 'Apt 12A', 'Penthouse A')]),
      'renamed Apt 12A to Penthouse A',
    ],
    [
      record('unit.updated', 'unit', [change('labelKey', '1', '2'), change('label', '1', '2')]),
      'renamed 1 to 2',
    ],
    [
      record('unit.updated', 'unit', [change('label', '1', '2'), change('floor', '3', '4')]),
      'renamed 1 to 2, and changed floor',
    ],
    [record('unit.updated', 'unit', [change('floor', '3', '4')]), 'changed floor of unit it from 3 to 4'],
    [record('unit.updated', 'unit', [change('floor', null, '4')]), 'changed floor of unit it to 4'],
    [
      record('tenant.updated', 'tenant', [change('logo', null, '0f3142b28853a170abcfe0b9f2427032')]),
      'changed logo of company it',
    ],
    [
      record('user.updated', 'user', [
        change('locale', 'en', 'de'),
        change('phone', 'a', 'b'),
        change('status', 'a', 'b'),
      ]),
      'changed locale, phone and 1 more of person it',
    ],
    [record('unit.created', 'unit', [change('label', null, 'Apt 4')]), 'created unit Apt 4'],
    [record('unit.deleted', 'unit', [change('label', 'Apt 4', null)]), 'deleted unit Apt 4'],
    [
      record('user.created', 'user', [change('firstName', null, 'Clara'), change('lastName', null, 'Reyes')]),
      'created person Clara Reyes',
    ],
    [record('access_point.unlocked', 'access_point'), 'opened door it'],
    [record('webhook_endpoint.secret_rotated', 'webhook_endpoint'), 'replaced the secret of webhook it'],
    [record('future.thing_done', 'future_kind'), 'thing done future kind it'],
  ])('%# reads as a sentence', (of, expected) => {
    expect(sentence(of)).toBe(expected);
  });

  test('a refusal names the request', () => {
    const denied = {
      ...record('request.denied', 'unit'),
      denial: { method: 'POST', route: '/api/admin/units' },
    };
    expect(sentence(denied as AuditRecord)).toBe('was refused POST /api/admin/units');
  });

  test('a digest of an erased value and a long text are left out', () => {
    const erased = change('firstName', null, { digest: 'sha256:0' });
    expect(sentence(record('user.created', 'user', [erased]))).toBe('created person it');
    const long = change('description', null, 'x'.repeat(50));
    expect(sentence(record('webhook_endpoint.updated', 'webhook_endpoint', [long]))).toBe(
      'changed description of webhook it',
    );
  });
});
