import { describe, expect, test } from 'vitest';
import { mostLabels, readLabels } from './read-labels.ts';

const labelsOf = (text: string): string => readLabels(text).labels.join(' ');
const reasonsOf = (text: string): string[] => readLabels(text).faults.map(({ reason }) => reason);

describe('labels of units', () => {
  test('a label is on its own line or behind a comma, and blanks are left out', () => {
    expect(readLabels(' Apt 4B \n\n5A, 5C;6\r\n').labels).toEqual(['Apt 4B', '5A', '5C', '6']);
  });

  test('a range of numbers and letters covers each letter on each number', () => {
    expect(labelsOf('1A–2C')).toBe('1A 1B 1C 2A 2B 2C');
    expect(readLabels('1A-4F').labels).toHaveLength(24);
  });

  test.each([
    ['101–104', '101 102 103 104'],
    ['9 - 11', '9 10 11'],
    ['01..03', '01 02 03'],
    ['Apt 1A–Apt 2B', 'Apt 1A Apt 1B Apt 2A Apt 2B'],
    ['Apt 1–3', 'Apt 1 Apt 2 Apt 3'],
    ['2b—d', '2b 2c 2d'],
    ['A1–B2', 'A1 A2 B1 B2'],
    ['A1-3', 'A1 A2 A3'],
  ])('the range %s', (text, labels) => {
    expect(labelsOf(text)).toBe(labels);
  });

  test.each(['A-12', '1-A', '12-1A', '10-2', 'North-East', '-1', 'A1-AB2'])('%s stays a label', (label) => {
    expect(readLabels(label)).toEqual({ labels: [label], faults: [] });
  });

  test('labels that the service compares as equal name one unit', () => {
    expect(readLabels('4B\nApt. 4-B\n4A–4C').labels).toEqual(['4B', '4A', '4C']);
  });

  test.each([
    ['4F–1A', 'The range ends before its start.'],
    ['1A–Roof', 'Not a range. Write it as 1A–4F or 101–112.'],
    ['1–99999', 'At most 2,000 units.'],
    ['1A\t4', 'Several columns. Paste the labels alone, or import the list.'],
    ['#', 'A label needs a letter or a digit.'],
    ['x'.repeat(65), 'At most 64 characters.'],
  ])('%j names no unit, with the reason', (text, reason) => {
    expect(readLabels(text).labels).toEqual([]);
    expect(reasonsOf(text)).toEqual([reason]);
  });

  test('a range of 2,000 units is the largest', () => {
    expect(readLabels(`1–${mostLabels}`).labels).toHaveLength(mostLabels);
    expect(reasonsOf(`1–${mostLabels + 1}`)).toEqual(['At most 2,000 units.']);
  });
});
