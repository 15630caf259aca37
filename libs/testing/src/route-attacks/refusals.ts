import { expect, test } from 'vitest';
import { targetOfPath } from '@pas/shared/audit/path-target';
import { ownPathOf } from './id-slots.ts';
import { nameOf } from './sample-input.ts';
import { recordsOf } from './submitted-records.ts';
import { sendRequest, type WritingSuite } from './working-request.ts';

interface RecordSuite extends WritingSuite {
  /** Reading routes that leave an audit record. */
  recordedReads: readonly string[];
}

/** Tests that a refusal of a known caller leaves one audit record, and that a read leaves none unless listed. */
export function testRefusals(suite: RecordSuite): void {
  test('each refusal leaves one audit record', async () => {
    const { caller, own } = await suite.newOwner();
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const route of suite.routes.filter(({ scope }) => scope !== null)) {
      const method = route.method.toUpperCase();
      const request = { as: { ...caller, scopes: [] }, method, path: ownPathOf(route, own), sent: undefined };
      const statuses: number[] = [];
      const records = await recordsOf(async () => statuses.push((await sendRequest(suite, request)).status));
      const shown = records.map(({ action, outcome, actor, targets, denial }) => ({
        action,
        outcome,
        actorId: actor.id,
        targets,
        denial,
      }));
      found.push([nameOf(route), statuses, shown]);
      const denial = { code: 'insufficient_scope', scope: route.scope, method, route: route.path };
      const record = { action: 'request.denied', outcome: 'DENIED', actorId: caller.id };
      expected.push([nameOf(route), [403], [{ ...record, targets: [targetOfPath(request.path)], denial }]]);
    }
    expect(found).toEqual(expected);
  });

  test('a read leaves no audit record unless listed', async () => {
    const { caller: as, own } = await suite.newOwner();
    const counts: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const route of suite.routes.filter(({ method }) => method === 'get')) {
      const request = { as, method: 'GET', path: ownPathOf(route, own), sent: undefined };
      counts[nameOf(route)] = (await recordsOf(async () => sendRequest(suite, request))).length;
      // Platform routes refuse the owner of a tenant, and a refusal is recorded.
      const isOnRecord =
        suite.recordedReads.includes(nameOf(route)) || route.furtherScopes?.includes('platform');
      expected[nameOf(route)] = isOnRecord ? 1 : 0;
    }
    expect(counts).toEqual(expected);
  });
}
