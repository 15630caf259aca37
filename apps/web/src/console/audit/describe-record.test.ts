import { expect, test } from 'vitest';
import { nameOfTarget, type AuditRecord } from './describe-record.ts';

const record = (...targets: { type: string; id: string | null }[]) => ({ targets }) as AuditRecord;

test('a target is named by its kind and the end of its id', () => {
  const id = 'pass_01m84yk7egfh9t14bms15zp81s';
  expect(nameOfTarget(record({ type: 'access_pass', id }))).toBe('access pass …5zp81s');
  expect(nameOfTarget(record({ type: 'tenant', id: null }))).toBe('tenant');
  expect(nameOfTarget(record())).toBeNull();
});
