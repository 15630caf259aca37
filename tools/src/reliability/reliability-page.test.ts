import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../generated-file.ts';
import { faults, type ReliabilityPromise } from './promises.ts';
import { threats } from './threats.ts';
import { formatReliability, type DrillResult } from './reliability-page.ts';

const promise: ReliabilityPromise = {
  id: 'F1',
  of: 'kill -9 of the primary',
  promise: 'An acknowledged write survives.',
  tests: ['e2e/clusters/lost-members.long.test.ts'],
};

const result = (found: number, verdict: 'met' | 'missed'): DrillResult => ({
  measuredAt: '2026-11-26T14:05:20.758Z',
  machine: { node: 'v24.21.0', processors: 2 },
  loadAverage: { before: 4.43, after: 12.29 },
  figures: [{ promise: 'F1', figure: 'longest gap', goal: '≤ 5000 ms', found, unit: 'ms', verdict }],
});

describe('the page of reliability', () => {
  test('shows goal, figure, verdict, date and machine of a run', () => {
    expect(formatReliability([result(4200, 'met')], { faults: [promise], threats: [] })).toContain(
      '| F1 | longest gap | ≤ 5000 ms | 4200 ms | met | 2026-11-26, 2 processors, load 12 |',
    );
  });

  test('shows a promise without a figure as not run', () => {
    expect(formatReliability([], { faults: [promise], threats: [] })).toContain(
      '| F1 | – | – | – | not run | – |',
    );
  });

  test('shows a missed goal with its reason, and refuses one without', () => {
    const results = [result(6200, 'missed')];
    const missed = { ...promise, missed: 'the machine was busy.' };
    const page = formatReliability(results, { faults: [missed], threats: [] });
    expect(page).toContain('| **missed** |');
    expect(page).toContain('- F1 missed: the machine was busy.');
    expect(() => formatReliability(results, { faults: [promise], threats: [] })).toThrow(
      'F1 misses a goal: state the reason.',
    );
    expect(() => formatReliability([result(4200, 'met')], { faults: [missed], threats: [] })).toThrow(
      'F1 misses no goal: delete the reason.',
    );
  });

  test('names tests that exist', () => {
    const named = [...faults, ...threats].flatMap(({ tests }) => tests);
    expect(named.filter((test) => !existsSync(join(repository, test)))).toEqual([]);
  });
});
