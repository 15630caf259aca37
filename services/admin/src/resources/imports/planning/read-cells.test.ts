import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { expect, test } from 'vitest';
import { cellText } from './read-cells.ts';
import { readDate } from './read-date.ts';

const long = {
  'spaces within': `a${' '.repeat(998)}b`,
  'letters T': 'T'.repeat(1000),
  'line breaks': 'a\n'.repeat(500),
};

test.each(Object.entries(long))('a thousand cells with %s stay below the time limit', (_name, cell) => {
  const { processorMs } = measureCost(() => {
    for (let count = 0; count < 1000; count += 1) {
      cellText('unit', cell);
      readDate(cell, { country: 'US', thisYear: 2026 });
    }
  });
  expect(processorMs).toBeLessThan(maxProcessorMs);
});

test('lines of a cell are joined into one text', () => {
  expect(cellText('unit', ' Tower\r\n  4B\t')).toBe('Tower 4B');
});

test.each(['-', '—', 'N/A', 'n/a', 'n.a.'])(
  '“%s” is an empty name, and “Nan”, “None” and “Na” are names',
  (cell) => {
    expect(cellText('firstName', cell)).toBe('');
    for (const name of ['Nan', 'None', 'Na']) expect(cellText('firstName', name)).toBe(name);
  },
);
