import { OutboxModel } from '@pas/platform/events/outbox';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { runSweeps } from '@pas/shared/sweeps/run-sweeps';
import { signTelephonyA } from '@pas/testing/signed-webhooks/sign-webhook';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endSilentCalls } from '../src/calls/end-silent-calls.ts';
import {
  addBuilding,
  callWith,
  countingDoors,
  newCallSid,
  nextPhone,
  type Building,
} from './calls-support.ts';
import { processing } from './processing-support.ts';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { doors } = countingDoors();
const { keys, send } = await useWebhooks({ doors });
const minute = 60_000;

let building: Building;
let sid: string;

/** Sends a status of the visitor's call as telephony-a. */
async function report(path: string, fields: Record<string, string>): Promise<void> {
  const own = { CallSid: sid, From: nextPhone(), To: building.number, ...fields };
  const signed = signTelephonyA({
    token: keys.current.telephonyA,
    publicUrl,
    path,
    fields: Object.entries(own),
  });
  expect((await send(signed)).status).toBe(200);
}

const stored = () => callWith(building.tenantId, sid);

/** Moves the last event of the call into the past, and changes further fields. */
async function age(ms: number, set: Record<string, unknown> = {}): Promise<Date> {
  const updatedAt = new Date(Date.now() - ms);
  const { tenantId } = building;
  await CallModel.updateOne(
    { tenantId, providerCallId: sid },
    { $set: { updatedAt, startedAt: new Date(updatedAt.getTime() - minute), ...set } },
  );
  return updatedAt;
}

describe('a call whose webhooks have stopped', () => {
  let sweepers: ReturnType<typeof runSweeps>[];

  beforeEach(async () => {
    building = await addBuilding();
    sid = newCallSid();
    await report('/telephony-a/voice', { CallStatus: 'ringing', Direction: 'inbound' });
  });
  afterEach(() => Promise.all(sweepers.map((sweeper) => sweeper.stop())));

  /** As two replicas run it. */
  function sweep(): void {
    const { environment, events, log } = processing;
    const options = { service: 'webhooks', environment, events, log, everyMs: 20, sweeps: [endSilentCalls] };
    sweepers = [runSweeps(options), runSweeps(options)];
  }
  const ended = (): Promise<CallRow> =>
    waitUntil(async () => ((await stored())?.endedAt ? ((await stored()) as CallRow) : null), {
      what: 'the end of the call',
    });

  test('becomes FAILED once after 15 minutes without an answer, and a late webhook changes nothing', async () => {
    const lastNews = await age(16 * minute);
    sweep();
    expect(await ended()).toMatchObject({
      status: 'FAILED',
      outcome: 'ERROR',
      endedAt: lastNews,
      durationSeconds: 60,
      legs: [{ status: 'CANCELED' }],
    });
    await report('/telephony-a/voice/status', { CallStatus: 'completed', CallDuration: '9' });
    expect(await stored()).toMatchObject({ status: 'FAILED', outcome: 'ERROR', endedAt: lastNews });
    const { tenantId } = building;
    expect(await OutboxModel.countDocuments({ tenantId, subject: 'pas.v1.calls.call.ended' })).toBe(1);
  });

  test('becomes COMPLETED more than four hours after the answer of a resident', async () => {
    const talking = { status: 'IN_PROGRESS', 'flow.phase': 'ANSWERED', 'flow.answeredLeg': 0 };
    await age(5 * 60 * minute, { ...talking, answeredBy: building.residents[0]?._id });
    sweep();
    expect(await ended()).toMatchObject({ status: 'COMPLETED', outcome: 'ANSWERED' });
  });

  test('continues within its time limit', async () => {
    await age(14 * minute);
    const [other, otherSid] = [building, sid];
    building = await addBuilding();
    sid = newCallSid();
    await report('/telephony-a/voice', { CallStatus: 'ringing', Direction: 'inbound' });
    await age(16 * minute);
    sweep();
    await ended();
    expect(await callWith(other.tenantId, otherSid)).toMatchObject({ status: 'RINGING', endedAt: null });
  });
});
