import { control, core } from '@pas/platform/mongo/connections';
import { expect, test } from 'vitest';
import { watchSharding } from '../sharding/watch-sharding.ts';
import { hashRows } from './hash-rows.ts';
import { whileEventsAreRefused } from './refuse-events.ts';
import { recordsOf } from './submitted-records.ts';
import { named } from './strike.ts';
import {
  sendRequest,
  workingRequest,
  writingRoutes,
  type WorkingRequest,
  type WritingSuite,
} from './working-request.ts';

const headers = { 'idempotency-key': 'once' };
type Reply = Awaited<ReturnType<typeof sendRequest>>;

/** Expects that a failure at the end of the work changes no row and leaves the key free. */
async function expectNoTrace(suite: WritingSuite, request: WorkingRequest): Promise<void> {
  const before = await hashRows();
  const failed = await whileEventsAreRefused(async () => sendRequest(suite, request, headers));
  expect(failed.status).toBe(500);
  expect(await hashRows()).toEqual(before);
}

/**
 * Expects that the same request now succeeds and submits one audit record of its caller. It may change the rows of one
 * tenant only.
 */
async function expectOneRecord(
  suite: WritingSuite,
  request: WorkingRequest,
  statuses: readonly number[],
): Promise<Reply> {
  let reply: Reply | undefined;
  const sharding = watchSharding([core, control]);
  const records = await recordsOf(async () => {
    sharding.takeFaults();
    reply = await sendRequest(suite, request, headers);
    sharding.stop();
  });
  expect(sharding.takeFaults()).toEqual([]);
  expect([reply?.status, reply?.text]).toEqual([
    statuses.find((each) => each === reply?.status),
    reply?.text,
  ]);
  expect(records.map(({ outcome, actor }) => [outcome, actor.id])).toEqual([['SUCCESS', request.as.id]]);
  const [record] = records;
  expect(record?.action).toMatch(/^[a-z]+(?:_[a-z]+)*\.[a-z_]+$/);
  const showsValuesBefore = record?.changes.some(({ before }) => before !== null) ?? false;
  expect(showsValuesBefore || request.method !== 'DELETE').toBe(true);
  return reply as Reply;
}

/** Fields of secrets that only the first answer shows. The links of invites are shown again. */
const shownOnce = new Set(['pin', 'secret', 'secretAvailable', 'url']);

const withoutShownOnce = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (shownOnce.has(name) ? undefined : value));

/** Expects that a repeat submits no record. A keyed repeat gets the bytes of the first answer and changes no row. */
async function expectRepeat(
  suite: WritingSuite,
  request: WorkingRequest,
  first: { reply: Reply; isSecret: boolean },
): Promise<void> {
  const before = await hashRows();
  let again: Reply | undefined;
  expect(await recordsOf(async () => (again = await sendRequest(suite, request, headers)))).toEqual([]);
  if (request.method !== 'POST') return;
  const comparable = (text = ''): unknown => (first.isSecret ? withoutShownOnce(text) : text);
  expect([again?.status, again?.headers.get('idempotency-replayed'), comparable(again?.text)]).toEqual([
    first.reply.status,
    'true',
    comparable(first.reply.text),
  ]);
  expect(await hashRows()).toEqual(before);
}

/** Whether another person with the same key gets the answer of the first one. */
async function isReplayedToColleague(suite: WritingSuite, request: WorkingRequest): Promise<boolean> {
  const colleague = { ...request, as: { ...request.as, id: `${request.as.id}-of-a-colleague` } };
  const { headers: answered } = await sendRequest(suite, colleague, headers);
  return answered.has('idempotency-replayed');
}

/**
 * Tests each route that changes rows, from a failure at its end to its repeat. A failure leaves no trace. A success is
 * executed once and leaves one audit record.
 */
export function testWrites(suite: WritingSuite): void {
  test.each(named(writingRoutes(suite)))(
    '%s: fails without a trace, is executed once, and leaves one audit record',
    async (_name, route) => {
      const request = await workingRequest(suite, route);
      await expectNoTrace(suite, request);
      const reply = await expectOneRecord(suite, request, route.status);
      await expectRepeat(suite, request, { reply, isSecret: route.isSecret ?? false });
      expect(await isReplayedToColleague(suite, request)).toBe(false);
    },
  );
}
