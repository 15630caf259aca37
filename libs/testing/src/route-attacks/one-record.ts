import { describe, expect, test } from 'vitest';
import { targetOfPath } from '@pas/shared/audit/path-target';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { ownPathOf } from './id-slots.ts';
import { nameOf } from './sample-input.ts';
import { named } from './strike.ts';
import { sendRequest, workingRequest, writingRoutes, type WritingSuite } from './working-request.ts';

interface RecordSuite extends WritingSuite {
  /** Reading routes that are on record all the same. */
  recordedReads: readonly string[];
}

const subject = 'pas.v1.audit.record.submitted';

/** Every record that was submitted and not yet carried on, wherever it waits. */
async function submitted(): Promise<ReadonlyMap<string, AuditSubmission>> {
  const rows = await Promise.all(
    [OutboxModel, ControlOutboxModel].map((outbox) => outbox.find({ subject }).lean()),
  );
  return new Map(rows.flat().map(({ _id, envelope }) => [_id, envelope.data as AuditSubmission]));
}

/** What some work leaves on record. */
async function recordsOf(work: () => Promise<unknown>): Promise<AuditSubmission[]> {
  const before = await submitted();
  await work();
  return [...(await submitted())].filter(([id]) => !before.has(id)).map(([, record]) => record);
}

/** Tests that each operation is one record: by whom, of what, and none more when it is sent again. */
function testWrites(suite: RecordSuite): void {
  test.each(named(writingRoutes(suite)))('%s: is one record, and its repeat none', async (_name, route) => {
    const request = await workingRequest(suite, route);
    const headers = { 'idempotency-key': 'once' };
    const records = await recordsOf(async () => {
      const { status } = await sendRequest(suite, request, headers);
      expect(route.status).toContain(status);
    });
    expect(records.map(({ outcome, actor }) => [outcome, actor.id])).toEqual([['SUCCESS', request.as.id]]);
    expect(records[0]?.action).toMatch(/^[a-z]+(?:_[a-z]+)*\.[a-z_]+$/);
    const showsWhatWas = records[0]?.changes.some(({ before }) => before !== null) ?? false;
    expect(showsWhatWas || route.method !== 'delete').toBe(true);
    expect(await recordsOf(async () => sendRequest(suite, request, headers))).toEqual([]);
  });
}

/** Tests that a refusal is one record where the caller and the tenant are known. */
function testRefusals(suite: RecordSuite): void {
  test.each(named(suite.routes))('%s: its refusal is one record', async (_name, route) => {
    const { caller, own } = await suite.newOwner();
    const request = {
      as: { ...caller, scopes: [] },
      method: route.method.toUpperCase(),
      path: ownPathOf(route, own),
    };
    const records = await recordsOf(async () => {
      const { status } = await sendRequest(suite, { ...request, sent: undefined });
      expect(status).toBe(403);
    });
    expect(records).toMatchObject([
      {
        action: 'request.denied',
        outcome: 'DENIED',
        actor: { id: caller.id },
        targets: [targetOfPath(request.path)],
        denial: { code: 'insufficient_scope', scope: route.scope, method: request.method, route: route.path },
      },
    ]);
  });
}

/** Tests that reading leaves no record, but for the routes of which it is said. */
function testReads(suite: RecordSuite): void {
  const reading = suite.routes.filter(({ method }) => method === 'get');
  test('reading leaves no record, but where it is said', async () => {
    const { caller: as, own } = await suite.newOwner();
    for (const route of reading) {
      const request = { as, method: 'GET', path: ownPathOf(route, own), sent: undefined };
      const records = await recordsOf(async () => sendRequest(suite, request));
      // The owner of a tenant is refused what is for the platform, and a refusal is on record.
      const isOnRecord =
        suite.recordedReads.includes(nameOf(route)) || route.furtherScopes?.includes('platform');
      const expected = isOnRecord ? 1 : 0;
      expect([nameOf(route), records.length]).toEqual([nameOf(route), expected]);
    }
  });
}

/** Tests that whatever changes something, and each refusal, is on record exactly once. */
export function testOneRecord(suite: RecordSuite): void {
  describe('each change', () => {
    testWrites(suite);
  });
  describe('each refusal', () => {
    testRefusals(suite);
  });
  testReads(suite);
}
