import { expect, test } from 'vitest';
import { failOverCommits } from './fail-over-commits.ts';

const rounds = 10;

test(
  'repeated kills of the primary lose no acknowledged commit and publish no event of a lost one',
  { timeout: 1_800_000 },
  async () => {
    const findings = await failOverCommits(rounds);
    console.log(`${rounds} primaries killed: ${JSON.stringify(findings)}`);
    expect(findings.losses).toEqual([]);
    expect(findings.gapsMs).toHaveLength(rounds);
  },
);
