import { newId } from '@pas/shared/ids/id';
import { core } from '@pas/platform/mongo/connections';
import { InviteModel } from '@pas/shared/models/invite';
import type { Principal } from '@pas/shared/principal/principal';
import { watchQueries, type Query } from '@pas/testing/query-plans/watch-queries';
import { inviteRow } from '@pas/testing/rows';
import { beforeAll, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';

const admin = await startAdmin();

const [property, other] = [newId('property'), newId('property')];
const dayMs = 24 * 3_600_000;

/** In the last 30 days: 40 invites of one property and 20 of another one. Before: 400. */
async function addInvites({ tenantId }: Principal): Promise<void> {
  const rowAt = (propertyId: string, daysAgo: number) => {
    const createdAt = new Date(Date.now() - daysAgo * dayMs);
    const unit = { _id: newId('unit'), tenantId: tenantId ?? '', propertyId };
    return inviteRow(unit, { createdAt, updatedAt: createdAt });
  };
  const recent = Array.from({ length: 60 }, (_, at) => rowAt(at < 40 ? property : other, 1 + (at % 25)));
  const old = Array.from({ length: 400 }, (_, at) => rowAt(at % 2 ? property : other, 60 + at));
  await InviteModel.insertMany([...recent, ...old]);
}

let caller: Principal;
let neighbour: Principal;
beforeAll(async () => {
  [caller, neighbour] = [await newTenantCaller(), await newTenantCaller()];
  await addInvites(caller);
  await addInvites(neighbour);
});

const ask = async (query = '', as = caller) =>
  admin.call<{ analytics: { totals: { created: number } } }>(
    'GET',
    `/api/admin/analytics/onboarding${query}`,
    { as },
  );

/** Counts the rows that the store reads for a query. */
async function examined({ command }: Query): Promise<number> {
  const answer = await core.db?.command({ explain: command, verbosity: 'executionStats' });
  const { executionStats, stages } = answer as {
    executionStats?: { totalDocsExamined: number };
    stages?: { $cursor?: { executionStats: { totalDocsExamined: number } } }[];
  };
  const stats = executionStats ?? stages?.[0]?.$cursor?.executionStats;
  if (!stats) throw new Error(`There are no figures in ${JSON.stringify(answer)}.`);
  return stats.totalDocsExamined;
}

// The tenant, which has the time zone, is read at most once a second.
test.each([
  ['of a tenant', '', 60],
  ['of one property', `?propertyId=${property}`, 40],
] as const)(
  'the funnel %s costs one read, and only of the invites of the period',
  async (_of, query, rows) => {
    const watch = watchQueries([core]);
    let created = 0;
    const queries = await watch.during(async () => {
      created = (await ask(query)).body.analytics.totals.created;
    });
    watch.stop();
    const reads = queries.filter(({ collection }) => collection !== 'tenants');
    expect([created, reads.map(({ collection }) => collection)]).toEqual([rows, ['invites']]);
    expect(await Promise.all(reads.map(examined))).toEqual([rows]);
  },
);

test('one tenant’s fifty concurrent requests: some wait and the others are 429; another tenant is unaffected', async () => {
  const asked = Promise.all(Array.from({ length: 50 }, () => ask()));
  const mine = await ask('', neighbour);
  expect([mine.status, mine.body.analytics.totals.created]).toEqual([200, 60]);
  const answers = await asked;
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50 - refused.length);
  expect(refused.length).toBeLessThan(50);
  expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
});
