import { expect, test } from 'vitest';
import { failOverCommits } from './fail-over-commits.ts';

const rounds = 10;

test(
  'a primary of three that is killed again and again takes no acknowledged commit with it, and no event of one that it takes is published',
  { timeout: 1_800_000 },
  async () => {
    const findings = await failOverCommits(rounds);
    console.log(`${rounds} primaries killed: ${JSON.stringify(findings)}`);
    expect(findings.losses).toEqual([]);
    expect(findings.gapsMs).toHaveLength(rounds);
  },
);
