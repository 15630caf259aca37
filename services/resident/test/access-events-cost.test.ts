import { core } from '@pas/platform/mongo/connections';
import { newAccessEvent } from '@pas/shared/access/record-decision';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { UserModel } from '@pas/shared/models/user';
import { watchQueries, type Query } from '@pas/testing/query-plans/watch-queries';
import { accessPointRow } from '@pas/testing/rows';
import { afterAll, expect, test } from 'vitest';
import { addHome, addResident, startResident } from './resident-harness.ts';

const service = await startResident();
const watch = watchQueries([core]);
afterAll(() => watch.stop());

const hourMs = 3_600_000;

/** Returns the number of events that the database reads for a query. */
async function readBy({ command }: Query): Promise<number> {
  const answer = (await core.db?.command({ explain: command, verbosity: 'executionStats' })) as {
    executionStats?: { totalDocsExamined: number };
    stages?: { $cursor?: { executionStats: { totalDocsExamined: number } } }[];
  };
  const stats = answer.executionStats ?? answer.stages?.[0]?.$cursor?.executionStats;
  return stats?.totalDocsExamined ?? Infinity;
}

test('a list of 50 events of a resident reads none of 2,000 newer events of neighbours', async () => {
  const home = await addHome();
  const me = await addResident(service, { home });
  const { id, tenantId } = me.answer.resident;
  const movedIn = { 'residences.0.startsAt': new Date(Date.now() - 100 * hourMs) };
  await UserModel.updateOne({ _id: id, tenantId }, { $set: movedIn });
  const door = accessPointRow(home);
  await AccessPointModel.insertMany([door]);
  const events = (count: number, userId: string, from: number) =>
    Array.from({ length: count }, (_, index) => {
      const subject = { type: 'RESIDENT' as const, id: userId };
      const decision = { isGranted: true, reason: 'current_residence', rules: [] };
      const unitId = userId === id ? home.unitId : newId('unit');
      const asked = { door, method: 'APP' as const, subject, unitId };
      const now = new Date(Date.now() - from - index * 1000);
      return newAccessEvent({ tenantId, now }, { asked, decision, attemptId: null });
    });
  const neighbours = Array.from({ length: 20 }, () => events(100, newId('user'), 0)).flat();
  await AccessEventModel.insertMany([...neighbours, ...events(60, id, 50 * hourMs)]);

  for (const query of ['', '?sort=occurredAt', '?sort=-occurredAt', '?decision=GRANTED']) {
    let total = 0;
    const asked = await watch.during(async () => {
      const path = `/api/v1/access-events${query}`;
      ({ total } = (await service.call<{ total: number }>('GET', path, { as: me.as })).body);
    });
    expect(total).toBe(60);
    const ofEvents = asked.filter(({ collection }) => collection === AccessEventModel.collection.name);
    expect(ofEvents).toHaveLength(2);
    for (const each of ofEvents) expect(await readBy(each)).toBeLessThan(200);
  }
});
