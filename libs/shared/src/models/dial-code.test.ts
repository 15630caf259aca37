import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planCodes, spareCode, spareIndexOf } from './dial-code.ts';

const plan = (labelKeys: string[], taken: string[] = [], floor = 0) =>
  planCodes(labelKeys, { taken: new Set(taken), floor });

describe('the codes of new units', () => {
  test('are the digits of labels with only digits, and the lowest free spare code of others', () => {
    expect(plan(['101', '4A', '4B', 'PENTHOUSE', '7'])).toEqual(['101', '000', '001', '002', '7']);
  });

  test('are spare ones for digits that are taken, too long or only a part of the label', () => {
    expect(plan(['101', '123456789', '1-12', '-1', '101~2'], ['101'])).toEqual([
      '000',
      '001',
      '002',
      '003',
      '004',
    ]);
  });

  test('pass over codes in use, also over those of labels with leading zeros in the same batch', () => {
    expect(plan(['A', 'B', '001', '000'], ['002'])).toEqual(['003', '004', '001', '000']);
  });

  test('begin at the floor', () => {
    expect(plan(['A', '12', 'B'], ['005'], 5)).toEqual(['006', '12', '007']);
  });
});

test.each([
  [0, '000'],
  [99, '099'],
  [100, '0100'],
  [999, '0999'],
  [1000, '01000'],
])('the spare code at %i is %s', (index, code) => {
  expect([spareCode(index), spareIndexOf(code)]).toEqual([code, index]);
});

test.each(['0', '00', '0000', '0012', '101', '7', ''])('%j is not a spare code', (code) => {
  expect(spareIndexOf(code)).toBeNull();
});

test('codes differ, for labels and codes of any kind', () => {
  const label = fc.constantFrom('1', '01', '000', '001', '0100', 'A', '4A', '12345678', '123456789');
  fc.assert(
    fc.property(fc.array(label), fc.array(fc.constantFrom('1', '000', '001', '099')), (keys, taken) => {
      const codes = plan(keys, taken);
      expect(new Set([...codes, ...taken]).size).toBe(codes.length + new Set(taken).size);
    }),
  );
});
