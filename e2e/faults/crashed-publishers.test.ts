import { describe, expect, test } from 'vitest';
import { crashPublishers } from './crash-publishers.ts';

describe('processes that die between a commit and the mark of its event', () => {
  test.each(['before-publish', 'after-publish'] as const)(
    'have each event in the stream once, killed %s',
    async (moment) => {
      const findings = await crashPublishers({ moment, rounds: 2, processes: 2 });
      expect(findings).toMatchObject({ losses: [], unexpectedEnds: 0 });
      // The moment was met: each process left something to the sweeper.
      expect(findings.swept).toBeGreaterThanOrEqual(2);
    },
  );
});
