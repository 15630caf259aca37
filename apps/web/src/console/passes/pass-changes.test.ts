import { expect, test } from 'vitest';
import { changeBody, daysText, holderPart, sayDays } from './pass-changes.ts';

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
