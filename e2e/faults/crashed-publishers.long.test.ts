import { afterAll, describe, expect, test } from 'vitest';
import { collectFigures } from './collect-figures.ts';
import { crashPublishers } from './crash-publishers.ts';

const rounds = 500;

describe('a thousand processes that die between a commit and the mark of its event', () => {
  const figures = collectFigures('crashed-publishers');
  afterAll(() => figures.save());

  test.each(['before-publish', 'after-publish'] as const)(
    'publish each event once, killed %s',
    { timeout: 3_600_000 },
    async (moment) => {
      const findings = await crashPublishers({ moment, rounds, processes: 3 });
      console.log(`killed ${moment}, ${rounds} rounds: ${JSON.stringify(findings)}`);
      const figure = `events lost or repeated, killed ${moment}`;
      figures.add({ promise: 'F7', figure, atMost: 0, found: findings.losses.length });
      expect(findings).toMatchObject({ losses: [], unexpectedEnds: 0 });
      expect(findings.swept).toBeGreaterThanOrEqual(rounds);
    },
  );
});
