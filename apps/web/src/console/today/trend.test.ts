import { describe, expect, test } from 'vitest';
import { trendInWords } from './trend.ts';

const series = (...values: number[]) =>
  values.map((value, day) => ({ at: `2026-03-0${day + 1}T00:00:00.000Z`, value }));

describe('trendInWords', () => {
  test('compares the end of a series with the value expected from the time before', () => {
    expect(trendInWords(series(20, 20, 20, 30), 1, 'a usual day')).toBe('▲ 50 % above a usual day');
    expect(trendInWords(series(40, 40, 10, 10), 2, 'the days before')).toBe('▼ 75 % below the days before');
  });

  test('reports a small change as none', () => {
    expect(trendInWords(series(100, 104), 1, 'a usual day')).toBe('about as a usual day');
  });

  test('returns null without enough data for a comparison', () => {
    expect(trendInWords(series(1, 1, 50), 1, 'a usual day')).toBeNull();
    expect(trendInWords(series(5), 1, 'a usual day')).toBeNull();
  });
});
