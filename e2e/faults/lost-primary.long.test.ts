import { expect, test } from 'vitest';
import { collectFigures } from './collect-figures.ts';
import { failOverCommits } from './fail-over-commits.ts';

const rounds = 10;

test(
  'repeated kills of the primary lose no acknowledged commit and publish no event of a lost one',
  { timeout: 1_800_000 },
  async () => {
    const findings = await failOverCommits(rounds);
    console.log(`${rounds} primaries killed: ${JSON.stringify(findings)}`);
    const figures = collectFigures('lost-primary');
    figures.add(
      {
        promise: 'F1',
        figure: 'commits and events lost in ten failovers',
        atMost: 0,
        found: findings.losses.length,
      },
      {
        promise: 'F1',
        figure: 'longest time without a primary',
        atMost: 5000,
        found: Math.max(...findings.gapsMs),
        unit: 'ms',
      },
    );
    figures.save();
    expect(findings.losses).toEqual([]);
    expect(findings.gapsMs).toHaveLength(rounds);
  },
);
