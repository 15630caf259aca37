import { randomUUID } from 'node:crypto';
import type { Problem } from '@pas/platform/http/render-error';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, type HttpAnswer } from '../client/http-call.ts';
import { startDrill, type Drill } from './drill.ts';

interface SentRequest {
  kind: 'read' | 'write';
  /** Such as `200` or `503 overloaded`. */
  outcome: string;
  durationMs: number;
}

function outcomeOf({ status, body }: HttpAnswer<unknown>): string {
  const { code } = (body ?? {}) as Partial<Problem>;
  return code === undefined ? String(status) : `${status} ${code}`;
}

describe('one of two replicas of admin under reads and keyed writes', () => {
  let drill: Drill;
  let propertyId: string;

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2, hasGatewayReplicas: true });
    const creation = drill.manager.call<{ property: { id: string } }>('/properties', {
      body: { name: 'Replica House' },
    });
    propertyId = (await bodyOf(creation, 201)).property.id;
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  async function send(kind: SentRequest['kind'], run: string, at: number): Promise<SentRequest> {
    const since = performance.now();
    const headers = { 'idempotency-key': `${run}-${at}` };
    const outcome = await drill.manager
      .call<unknown>(
        kind === 'read' ? '/properties?limit=1' : '/units',
        kind === 'read' ? {} : { body: { propertyId, label: `${run} ${at}` }, headers },
      )
      .then(outcomeOf, String);
    return { kind, outcome, durationMs: performance.now() - since };
  }

  /** Sends reads and keyed writes alternately at a fixed rate, and harms a replica after two seconds. */
  async function sendSteadily(
    { perSecond, forMs }: { perSecond: number; forMs: number },
    harm: () => Promise<void>,
  ): Promise<{ run: string; sent: SentRequest[] }> {
    const run = randomUUID();
    const sending: Promise<SentRequest>[] = [];
    const since = performance.now();
    let harmed: Promise<void> | undefined;
    await waitUntil(
      () => {
        const passedMs = Math.min(performance.now() - since, forMs);
        while (sending.length < (passedMs / 1000) * perSecond) {
          sending.push(send(sending.length % 2 ? 'write' : 'read', run, sending.length));
        }
        if (passedMs > 2000) harmed ??= harm();
        return passedMs === forMs;
      },
      { what: 'all requests to be sent', everyMs: 5 },
    );
    await harmed;
    return { run, sent: await Promise.all(sending) };
  }

  const ofKind = (sent: readonly SentRequest[], kind: SentRequest['kind']): SentRequest[] =>
    sent.filter((each) => each.kind === kind);

  const countUnits = async (run: string): Promise<number> =>
    (await bodyOf(drill.manager.call<{ total: number }>(`/units?q=${run}&limit=1`), 200)).total;

  // 409: the replica that began the write is dead, and its key is freed within ten seconds.
  test('kill -9: no request is 5xx, and each answered write is stored once', async () => {
    const load = { perSecond: 60, forMs: 8000 };
    const { run, sent } = await sendSteadily(load, () => drill.kill('admin-1'));
    expect(new Set(ofKind(sent, 'read').map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    const writes = ofKind(sent, 'write').map(({ outcome }) => outcome);
    const passing = ['201', '409 idempotency_in_progress'];
    expect(writes.filter((outcome) => !passing.includes(outcome))).toEqual([]);
    const created = writes.filter((outcome) => outcome === '201').length;
    const stored = await countUnits(run);
    expect(stored).toBeGreaterThanOrEqual(created);
    expect(stored).toBeLessThanOrEqual(writes.length);
  });

  test('SIGSTOP for 15 seconds: reads are answered within three seconds, writes are done once', async () => {
    const load = { perSecond: 40, forMs: 18_000 };
    const freeze = async (): Promise<void> => {
      await drill.pause('admin-1');
      const since = performance.now();
      await waitUntil(() => performance.now() - since > 15_000, {
        what: '15 seconds to pass',
      });
      await drill.resume('admin-1');
    };
    const { run, sent } = await sendSteadily(load, freeze);
    const reads = ofKind(sent, 'read');
    expect(new Set(reads.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    expect(Math.max(...reads.map(({ durationMs }) => durationMs))).toBeLessThan(3000);
    const writes = ofKind(sent, 'write');
    expect(new Set(writes.map(({ outcome }) => outcome))).toEqual(new Set(['201']));
    expect(await countUnits(run)).toBe(writes.length);
  });
});
