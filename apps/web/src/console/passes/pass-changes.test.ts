import { expect, test } from 'vitest';
import type { Holder } from './describe-pass.ts';
import { changeBody, daysText, holderPart, sayDays, withNewPins } from './pass-changes.ts';

const holders = [{ id: 'pass_1' }, { id: 'pass_2' }, { id: 'pass_3' }];

test('a correction names all holders in their order, with the changed fields alone', () => {
  const typed = {
    ...holderPart('pass_2', 'phone', '').holders,
    ...holderPart('pass_2', 'name', 'Kim').holders,
  };
  expect(changeBody(holders, { maxUses: 3, holders: typed })).toEqual({
    maxUses: 3,
    holders: [{ id: 'pass_1' }, { id: 'pass_2', name: 'Kim', phone: null }, { id: 'pass_3' }],
  });
});

test('a change of the times names no holders', () => {
  expect(changeBody(holders, { timeFrom: '08:00' })).toEqual({ timeFrom: '08:00' });
});

test('days are in the order of the week, and no day means every day', () => {
  expect(daysText(['FRI', 'MON'])).toBe('MON,FRI');
  expect(daysText(null)).toBe('');
  expect(sayDays('FRI,MON')).toBe('Mon, Fri');
  expect(sayDays('')).toBe('Every day');
});

test('a shown PIN stays after further changes until its holder has a newer one', () => {
  const holder = (id: string, pin: string | null) => ({ id, pin }) as Holder;
  const first = withNewPins([], { holders: [holder('pass_1', '111111'), holder('pass_2', '222222')] });
  const second = withNewPins(first, { holders: [holder('pass_1', null), holder('pass_2', '333333')] });
  expect(second.map(({ pin }) => pin)).toEqual(['111111', '333333']);
});
