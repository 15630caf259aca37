import { afterAll, beforeAll, expect, test } from 'vitest';
import { legalOutcomes, openRaces, races, type InviteRaces } from '../faults/race-invites.ts';
import { useSystem } from '../shared-system/use-system.ts';

let stage: InviteRaces;
beforeAll(async () => {
  stage = await openRaces(await useSystem());
});
afterAll(() => stage.close());

test.each(Object.keys(races) as (keyof typeof races)[])(
  'five rounds of %s have only legal outcomes',
  async (name) => {
    const outcomes = await stage.run(races[name], 5);
    expect(legalOutcomes[name]).toEqual(expect.arrayContaining(Object.keys(outcomes)));
  },
);
