import { afterAll, beforeAll, expect, test } from 'vitest';
import { useSystem } from '../shared-system/use-system.ts';
import { legalOutcomes, openRaces, races, type InviteRaces } from './race-invites.ts';

const minuteMs = 60_000;

let stage: InviteRaces;
beforeAll(async () => {
  stage = await openRaces(await useSystem());
});
afterAll(() => stage.close());

test.each(Object.keys(races) as (keyof typeof races)[])(
  'two hundred rounds of %s have only legal outcomes',
  async (name) => {
    const outcomes = await stage.run(races[name], 200);
    expect(legalOutcomes[name]).toEqual(expect.arrayContaining(Object.keys(outcomes)));
  },
  30 * minuteMs,
);
