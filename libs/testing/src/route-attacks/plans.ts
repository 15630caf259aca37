import { control, core } from '@pas/platform/mongo/connections';
import { expect, test } from 'vitest';
import { nameOf } from './sample-input.ts';
import { sendRequest, workingRequest, type WorkingRequest, type WritingSuite } from './working-request.ts';

/** The plan in an answer, as far as the suite reads it. */
interface PlanAnswer {
  plan: { hash: string; operation: string; effects: { kind: string; count: number }[] };
}

/** Digests of all collections of both databases. */
async function digestRows(): Promise<unknown[]> {
  const digests: unknown[] = [];
  for (const { db } of [core, control]) {
    const hashed = await db?.command({ dbHash: 1 });
    digests.push(hashed?.['collections']);
  }
  return digests;
}

const withQuery = (request: WorkingRequest, query: string): WorkingRequest => ({
  ...request,
  path: `${request.path}${request.path.includes('?') ? '&' : '?'}${query}`,
});

/** Tests that each route with plans finds its effects without a write, and commits exactly a plan. */
export function testPlans(suite: WritingSuite): void {
  test.each(
    suite.routes.filter(({ isPlanned }) => isPlanned).map((route) => ({ name: nameOf(route), route })),
  )('$name writes nothing with dryRun, and commits its plan once', async ({ route }) => {
    const request = await workingRequest(suite, route);
    const before = await digestRows();
    const dry = await sendRequest(suite, withQuery(request, 'dryRun=true'), { 'Idempotency-Key': 'dry' });
    expect([dry.status, dry.headers.get('etag')]).toEqual([200, null]);
    expect(await digestRows()).toEqual(before);
    const { plan } = JSON.parse(dry.text) as PlanAnswer;
    expect(plan.operation).toBe(route.operationId);
    expect(plan.effects.map(({ kind }) => kind)).not.toEqual([]);
    expect(plan.effects.map(({ kind }) => kind)).not.toContain('refused');

    const committed = await sendRequest(suite, withQuery(request, `plan=${plan.hash}`));
    expect(route.status).toContain(committed.status);
    const after = await digestRows();
    expect(after).not.toEqual(before);
    const repeated = await sendRequest(suite, withQuery(request, `plan=${plan.hash}`));
    expect([...(route.isKeyed === false ? route.status : []), 404, 409]).toContain(repeated.status);
    expect(await digestRows()).toEqual(after);
  });
}
