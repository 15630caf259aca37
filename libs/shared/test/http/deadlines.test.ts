import { timeLeftMs } from '@pas/platform/deadline/deadline';
import type { Route } from '@pas/platform/http/define-route';
import { ok, streamed } from '@pas/platform/http/reply';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction, RunAgain } from '@pas/platform/mongo/in-transaction';
import { timeLeftHeader } from '@pas/shared/principal/assertion';
import { UnitModel } from '@pas/shared/models/unit';
import { defineRoute } from '@pas/shared/routes/define-route';
import { unitRow } from '@pas/testing/rows';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { owner, startToy } from './toy-service.ts';

const tenantId = owner.tenantId ?? '';

/** A query that takes the server twenty seconds, unless it gets a time limit. */
const slow = { tenantId, $where: 'sleep(20000) || true' };
/** The same in an aggregation, which takes no `$where` and is ended between two documents. */
const slowStages = [
  { $match: { tenantId } },
  { $set: { step: { $range: [0, 400] } } },
  { $unwind: '$step' },
  { $set: { step: { $function: { body: 'function () { sleep(50); }', args: [], lang: 'js' } } } },
] as const;

const longMs = 15_000;

const shell = {
  summary: 'A toy',
  scope: 'units:read',
  method: 'get',
  response: z.object({ left: z.number().nullable() }),
} as const;

let runs = 0;
let leftAfterCommit: number | null = null;

const works: Readonly<Record<string, () => Promise<unknown>>> = {
  read: async () => UnitModel.find(slow).lean(),
  aggregation: async () => UnitModel.aggregate([...slowStages]),
  write: async () => UnitModel.updateMany(slow, { $set: { floor: 'x' } }),
  'read in a transaction': async () =>
    inTransaction(core, async (session) => UnitModel.find(slow, null, { session }).lean()),
  conflicts: async () =>
    inTransaction(core, () => Promise.reject(new RunAgain('Another transaction goes first.'))),
  commit: async () =>
    inTransaction(core, async (_session, transaction) =>
      transaction.onCommitted(() => (leftAfterCommit = timeLeftMs())),
    ),
};

async function* slowly(): AsyncGenerator<string> {
  yield String(timeLeftMs());
  yield ` ${await UnitModel.countDocuments({ tenantId })}`;
}

const routes: readonly Route[] = [
  defineRoute({
    ...shell,
    path: '/api/admin/work/{name}',
    operationId: 'getWork',
    params: { name: z.string() },
    run: async ({ params: { name } }) => {
      runs += 1;
      await works[name]?.();
      return ok({ left: timeLeftMs() === Infinity ? null : timeLeftMs() });
    },
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/poll',
    operationId: 'getPoll',
    wait: 25,
    run: async ({ signal }) => {
      const aborted = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => aborted.resolve());
      if (!signal.aborted) await aborted.promise;
      return ok({ left: timeLeftMs() });
    },
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/stream',
    operationId: 'getStream',
    answers: 'stream',
    streams: { 'text/plain': z.string() },
    run: async () => streamed('text/plain; charset=utf-8', 'lines.txt', slowly()),
  }),
];

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy('refuse', { routes });
});
afterAll(() => toy.stop());
beforeEach(async () => {
  runs = 0;
  leftAfterCommit = null;
  await toy.clear();
  await UnitModel.insertMany([unitRow(tenantId)]);
});

/** Calls the service as the gateway does, with the given milliseconds left. */
async function callWith(leftMs: number | null, path: string) {
  const since = performance.now();
  const headers = leftMs === null ? {} : { [timeLeftHeader]: String(leftMs) };
  const answer = await toy.call<{ code: string; left: number | null }>('GET', path, { as: owner, headers });
  return { ...answer, tookMs: performance.now() - since };
}

describe('the time that a request has left', () => {
  test.each(['read', 'aggregation', 'write', 'read in a transaction'])(
    'ends a slow %s in the store, with 504',
    async (name) => {
      const { status, body, tookMs } = await callWith(700, `/api/admin/work/${name}`);
      expect([status, body.code]).toEqual([504, 'upstream_timeout']);
      expect(tookMs).toBeLessThan(longMs);
    },
  );

  test('ends the tries of a transaction, with 503: nothing was done', async () => {
    const { status, headers, body, tookMs } = await callWith(700, '/api/admin/work/conflicts');
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '1']);
    expect(tookMs).toBeLessThan(8000);
  });

  test.each([0, -20])('refuses a request with %i ms left, without work', async (leftMs) => {
    const { status, headers, body } = await callWith(leftMs, '/api/admin/work/none');
    expect([status, body.code, headers.get('retry-after'), runs]).toEqual([503, 'overloaded', '1', 0]);
  });

  test('is known to the work', async () => {
    const { status, body } = await callWith(60_000, '/api/admin/work/none');
    expect(status).toBe(200);
    expect(body.left).toBeGreaterThan(0);
    expect(body.left).toBeLessThanOrEqual(60_000);
  });

  test.each([null, Number.NaN])('has no limit where the header says %s', async (leftMs) => {
    expect((await callWith(leftMs, '/api/admin/work/none')).body).toEqual({ left: null });
  });

  test('ends a long poll before the deadline', async () => {
    const { status, body, tookMs } = await callWith(3000, '/api/admin/poll?wait=25');
    expect(status).toBe(200);
    expect(body.left).toBeLessThan(1500);
    expect(tookMs).toBeLessThan(longMs);
  });

  test('does not limit what follows the commit', async () => {
    expect((await callWith(60_000, '/api/admin/work/commit')).status).toBe(200);
    expect(leftAfterCommit).toBe(Infinity);
  });

  test('does not limit an answer that is sent as it is made', async () => {
    const answer = await toy.send('/api/admin/stream', { as: owner, headers: { [timeLeftHeader]: '1' } });
    expect([answer.status, await answer.text()]).toEqual([200, 'Infinity 1']);
  });
});
