import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sendWebhook } from '@pas/testing/signed-webhooks/send-webhook';
import { signTelephonyA } from '@pas/testing/signed-webhooks/sign-webhook';
import { bodyOf } from '../client/http-call.ts';
import type { Drill } from './drill.ts';

/** An answer to a visitor's call. */
export interface HeardAnswer {
  status: number;
  xml: string;
  tookMs: number;
}

/** Steps of a visitor's call. */
interface Visit {
  arrive: () => Promise<HeardAnswer>;
  hangUp: () => Promise<HeardAnswer>;
}

/** Durations of answers, in milliseconds. */
export interface Waits {
  p50: number;
  p99: number;
  slowest: number;
}

/** Summarizes the durations of answers. */
export function waitsOf(tookMs: readonly number[]): Waits {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99), slowest: at(1) };
}

/** Pause before a refused report is repeated, in milliseconds, and the maximum number of tries. */
const [retryMs, maxTries] = [200, 300];

const newNumber = (): string => `+1202${randomInt(2_000_000, 9_999_999)}`;

/** Adds a unit with a resident whose phone rings, and a number for visitors. @returns the number */
async function addHome({ manager }: Drill, propertyId: string, label: string): Promise<string> {
  const unit = await manager.ensureUnit(propertyId, label);
  const phone = newNumber();
  const resident = { kind: 'RESIDENT', phone, residence: { unitId: unit.id } };
  await bodyOf(manager.call('/users', { body: resident }), 201);
  return addNumber(manager, { unitId: unit.id });
}

async function addNumber(manager: Drill['manager'], target: object): Promise<string> {
  const number = newNumber();
  type NumberAnswer = { virtualNumber: { id: string } };
  const body = { number, provider: 'TELEPHONY_A' };
  const { virtualNumber } = await bodyOf(manager.call<NumberAnswer>('/virtual-numbers', { body }), 201);
  await bodyOf(manager.call(`/virtual-numbers/${virtualNumber.id}/assign`, { body: target }), 200);
  return number;
}

/** Adds a building of many units with one number; visitors dial the unit. @returns the number */
export async function addTower({ manager }: Drill): Promise<string> {
  const { id: propertyId } = await manager.createProperty('Tower');
  for (const label of ['1', '2', '3']) await manager.ensureUnit(propertyId, label);
  return addNumber(manager, { propertyId });
}

/** Adds buildings of one unit each. @returns their numbers */
export async function addHouses(drill: Drill, count: number): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) {
    const { id: propertyId } = await drill.manager.createProperty(`House ${numbers.length}`);
    numbers.push(await addHome(drill, propertyId, '1'));
  }
  return numbers;
}

/** Creates a visitor's call to a number, as telephony-a reports it. */
export function visit({ local }: Drill, number: string): Visit {
  const { webhooksUrl, publicWebhookUrl: publicUrl, webhookSecrets } = local;
  const own = { CallSid: `CA${randomUUID().replaceAll('-', '')}`, From: newNumber(), To: number };
  const send = async (path: string, fields: Record<string, string>): Promise<HeardAnswer> => {
    const sent = { token: webhookSecrets.telephonyA, publicUrl, path };
    const webhook = signTelephonyA({ ...sent, fields: Object.entries({ ...own, ...fields }) });
    const since = performance.now();
    const { status, body: xml } = await sendWebhook(webhooksUrl, webhook);
    return { status, xml, tookMs: performance.now() - since };
  };
  const over = { CallStatus: 'completed', CallDuration: '9', SequenceNumber: '4' };
  return {
    arrive: () => send('/telephony-a/voice', { CallStatus: 'ringing', Direction: 'inbound' }),
    // Repeats the report after a 5xx, as a provider does.
    async hangUp() {
      for (let tries = 1; ; tries += 1) {
        const heard = await send('/telephony-a/voice/status', over);
        if (heard.status < 500 || tries === maxTries) return heard;
        await pause(retryMs);
      }
    },
  };
}
