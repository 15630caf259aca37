import { drillSize } from '../drill-size.ts';

/** Query operators that must never reach the database. */
export const operators: readonly unknown[] = [
  { $gt: '' },
  { $ne: null },
  { $regex: '.*' },
  { $where: 'sleep(1000)' },
  [{ $gt: '' }],
];

const nul = '\u0000';

/** Texts that have broken parsers, stores, sorters and clocks. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  nul,
  `a${nul}b`,
  '\u{feff}',
  '\u{202e}gnp.exe',
  '\u{1f4a5}'.repeat(500),
  'x'.repeat(3000),
  '$natural',
  '$where',
  '__proto__',
  'constructor',
  '[object Object]',
  '{"$gt":""}',
  '../../../etc/passwd',
  "' || '1'=='1",
  '%00',
  '-1',
  '0',
  '1.5',
  '1e9',
  '1e400',
  '9007199254740993',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '2026-02-30T00:00:00Z',
  '2026-03-01T00:00:00',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-12-31T23:59:60Z',
  'unit_01kb3rt9d5e0p8m6q2v7x4hzjn0',
  'unit_81kb3rt9d5e0p8m6q2v7x4hzjn',
  'UNIT_01KB3RT9D5E0P8M6Q2V7X4HZJN',
];

/** Values of every other type, and a text too long for any field. */
export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  'x'.repeat(200_000),
  null,
  true,
  [],
  {},
  [[[[]]]],
  -1,
  0,
  1.5,
  Number.MAX_SAFE_INTEGER + 2,
  Number.MAX_VALUE,
  Array.from({ length: 10_000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index])),
];

/** The number of routes that share the values of a default run. */
const sharing = drillSize({ short: 4, long: 1 });

/** Returns the values for a route by its number in the table. The default run sends each value to every fourth route. */
export const valuesForTurn = <Value>(values: readonly Value[], turn: number): Value[] =>
  values.filter((_, index) => index % sharing === turn % sharing);
