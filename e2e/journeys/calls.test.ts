import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectCallAudit } from '../client/call-audit.ts';
import { bodyOf, call } from '../client/http-call.ts';
import { actAsManager, type PropertyManager, type Unit } from '../client/property-manager.ts';
import { exchangeIdentity } from '../client/resident.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

interface Leg {
  userId: string;
  status: string;
  reason: string | null;
}

interface Call {
  id: string;
  status: string;
  outcome: string | null;
  answeredBy: string | null;
  legs: Leg[];
}

interface PlayedCall {
  id: string;
  endedAt: string | null;
  faults: string[];
  lines: { who: string; text: string }[];
}

/** Names of the providers in the sandbox and in the audit. */
const providerNames = {
  TELEPHONY_A: ['telephony-a', 'Telephony provider A'],
  TELEPHONY_B: ['telephony-b', 'Telephony provider B'],
} as const;

const newPhone = (): string => `+1646${String(Math.floor(Math.random() * 8e6) + 2e6)}`;

describe('a visitor calls, the first resident does not answer, the second opens the door', () => {
  const run = randomUUID().slice(0, 8);
  const ref = `calls-${run}`;
  let system: SharedSystem;
  let manager: PropertyManager;
  let unit: Unit;
  let people: { id: string; phone: string; pushToken: string; token: string }[];
  const numbers: Record<string, string> = {};

  const sandbox = <Body>(path: string, body?: object): Promise<Body> =>
    bodyOf(call<Body>(system.local.sandboxUrl + path, { body }), body ? 201 : 200);
  const admin = <Body>(path: string, body?: object, status = body ? 201 : 200): Promise<Body> =>
    bodyOf(manager.call<Body>(path, body && { body }), status);

  /** Adds a resident of the unit with a verified phone number and a device. */
  async function addResident(startsAt: string) {
    const { gatewayUrl } = system.local;
    const [email, phone, pushToken] = [`${randomUUID()}@example.test`, newPhone(), `token-${randomUUID()}`];
    const residence = { unitId: unit.id, startsAt };
    const { user } = await admin<{ user: { id: string } }>('/users', { kind: 'RESIDENT', email, residence });
    const identity = await sandboxToken(email);
    const { token } = await bodyOf(exchangeIdentity(gatewayUrl, identity), 200);
    await bodyOf(call(`${gatewayUrl}/api/v1/me/phone`, { bearer: token, body: { phone } }), 202);
    const code = await waitUntil(async () => readCode(phone), { what: 'the code' });
    await bodyOf(call(`${gatewayUrl}/api/v1/me/phone/verify`, { bearer: token, body: { code } }), 200);
    await bodyOf(
      call(`${gatewayUrl}/devices`, { bearer: token, body: { provider: 'FCM', token: pushToken } }),
      201,
    );
    return { id: user.id, phone, pushToken, token };
  }
  async function sandboxToken(email: string): Promise<string> {
    const body = { email, emailVerified: true };
    const answer = await call<{ token: string }>(`${system.local.sandboxUrl}/identity/session-tokens`, {
      body,
    });
    return answer.body.token;
  }
  async function readCode(phone: string): Promise<string | undefined> {
    const path = `/telephony/messages?to=${encodeURIComponent(phone)}`;
    const { messages } = await sandbox<{ messages: { text: string }[] }>(path);
    return /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0];
  }

  beforeAll(async () => {
    system = await useSystem();
    const { gatewayUrl, apiKey } = system.local;
    manager = actAsManager({ gatewayUrl, key: apiKey });
    const property = await manager.createProperty(`Calls ${run}`);
    unit = await manager.ensureUnit(property.id, '4B');
    const controller = { adapter: 'nats', ref };
    const door = { name: 'Main door', kind: 'DOOR', openSeconds: 2 };
    await admin('/access-points', { propertyId: property.id, controller, ...door });
    for (const provider of ['TELEPHONY_A', 'TELEPHONY_B']) {
      const number = newPhone();
      const body = { number, provider, capabilities: ['VOICE'] };
      const made = await admin<{ virtualNumber: { id: string } }>('/virtual-numbers', body);
      await admin(`/virtual-numbers/${made.virtualNumber.id}/assign`, { unitId: unit.id }, 200);
      numbers[provider] = number;
    }
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    people = [await addResident(yesterday), await addResident(new Date().toISOString())];
  });

  /** Plays a call to its end, with its late reports. */
  async function play(script: object): Promise<PlayedCall> {
    const { call: started } = await sandbox<{ call: PlayedCall }>('/telephony/calls', script);
    return waitUntil(
      async () => {
        const { call: played } = await sandbox<{ call: PlayedCall }>(`/telephony/calls/${started.id}`);
        return played.endedAt === null ? null : played;
      },
      { what: 'the end of the call' },
    );
  }
  const readDoor = async (): Promise<number> =>
    (await sandbox<{ door: { pulses: number } }>(`/doors/${ref}`)).door.pulses;
  const readPushes = async (token: string): Promise<string[]> =>
    (await sandbox<{ messages: { data: { kind: string } }[] }>(`/push/messages?token=${token}`)).messages.map(
      ({ data }) => data.kind,
    );

  let closedAt = 0;
  const cases = (['TELEPHONY_A', 'TELEPHONY_B'] as const).flatMap((provider) => [
    { provider, duplicate: false, shuffle: false, seed: 1 },
    { provider, duplicate: true, shuffle: true, seed: 7 },
  ]);

  test.each(cases)('$provider, duplicated and shuffled: $shuffle', async ({ provider, ...disorder }) => {
    const [first, second] = people as [(typeof people)[0], (typeof people)[0]];
    const from = newPhone();
    // While the door is open, the same person opens it no second time.
    await waitUntil(() => Date.now() > closedAt, { what: 'the door to close' });
    const [pulses, { nextCursor: cursor }] = [
      await readDoor(),
      await admin<{ nextCursor: string }>('/events'),
    ];
    const callees = [
      { number: first.phone, behaviour: 'no-answer' },
      { number: second.phone, behaviour: 'answer', digits: '9' },
    ];
    const [name, auditName] = providerNames[provider];
    const played = await play({ provider: name, from, to: numbers[provider], callees, ...disorder });
    expect([played.faults, played.lines.map(({ text }) => text).slice(0, 1)]).toEqual([
      [],
      [`${from} calls ${numbers[provider]}`],
    ]);
    const over = await waitUntil(
      async () => {
        const { calls } = await admin<{ calls: Call[] }>(`/calls?fromNumber=${encodeURIComponent(from)}`);
        return calls.find(({ outcome }) => outcome !== null);
      },
      { what: 'the record of the call' },
    );
    expect(over).toMatchObject({ status: 'COMPLETED', outcome: 'DOOR_OPENED', answeredBy: second.id });
    expect(over.legs.map(({ userId, status }) => [userId, status])).toEqual([
      [first.id, 'NO_ANSWER'],
      [second.id, 'ANSWERED'],
    ]);
    expect(await readDoor()).toBe(pulses + 1);
    closedAt = Date.now() + 2000;
    await expectConsequences(over, cursor, { first, second });
    await expectCallAudit({ manager, system }, { callId: over.id, residentId: second.id, name: auditName });
  });

  test('legs give the reason why a resident is not rung', async () => {
    const [first, second] = people as [(typeof people)[0], (typeof people)[0]];
    const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
    const allDay = {
      quietHours: [
        { weekdays: everyDay, from: '00:00', to: '12:00' },
        { weekdays: everyDay, from: '12:00', to: '00:00' },
      ],
    };
    await setCalls(first, allDay);
    await setCalls(second, { ring: false });
    const residence = { unitId: unit.id };
    const { user } = await admin<{ user: { id: string } }>('/users', {
      kind: 'RESIDENT',
      email: `${randomUUID()}@example.test`,
      residence,
    });
    const from = newPhone();
    await play({ provider: 'telephony-a', from, to: numbers['TELEPHONY_A'] });
    const { calls } = await admin<{ calls: Call[] }>(`/calls?fromNumber=${encodeURIComponent(from)}`);
    expect(calls).toMatchObject([{ outcome: 'NO_ANSWER', answeredBy: null }]);
    const reasons = Object.fromEntries(
      calls[0]?.legs.map(({ userId, status, reason }) => [userId, [status, reason]]) ?? [],
    );
    expect(reasons).toEqual({
      [first.id]: ['SKIPPED', 'quiet_hours'],
      [second.id]: ['SKIPPED', 'ring_off'],
      [user.id]: ['SKIPPED', 'no_verified_phone'],
    });
    await setCalls(first, { quietHours: [] });
    await setCalls(second, { ring: true });
  });

  async function setCalls({ token }: (typeof people)[0], body: object): Promise<void> {
    const path = `${system.local.gatewayUrl}/api/v1/me/calls`;
    await bodyOf(call(path, { method: 'PATCH', bearer: token, body }), 200);
  }

  async function expectConsequences(
    { id: callId }: Call,
    cursor: string,
    { first, second }: Record<'first' | 'second', (typeof people)[0]>,
  ): Promise<void> {
    interface EventPage {
      events: { type: string; data: { call?: { id: string }; accessEvent?: { callId: string | null } } }[];
    }
    const eventTypes = await waitUntil(
      async () => {
        const { events } = await admin<EventPage>(
          `/events?after=${cursor}&types=call.started,call.ended,door.opened`,
        );
        const own = events.filter(
          ({ data }) => data.call?.id === callId || data.accessEvent?.callId === callId,
        );
        return own.length >= 3 ? own.map(({ type }) => type) : null;
      },
      { what: 'the events of the call' },
    );
    expect(eventTypes.toSorted()).toEqual(['call.ended', 'call.started', 'door.opened']);
    const { accessEvents } = await admin<{ accessEvents: object[] }>(`/access-events?subjectId=${second.id}`);
    expect(accessEvents[0]).toMatchObject({ decision: 'GRANTED', method: 'DTMF', callId });
    const pushes = await waitUntil(
      async () => {
        const kinds = await readPushes(first.pushToken);
        return kinds[0] === 'missed-call' ? kinds : null;
      },
      { what: 'the push of the missed call' },
    );
    expect(pushes.slice(0, 2)).toEqual(['missed-call', 'call']);
    expect((await readPushes(second.pushToken))[0]).toBe('call');
  }

  test('the figures of the day include the calls', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const query = new URLSearchParams({ from, to, interval: 'hour', propertyId: unit.propertyId });
    interface Figures {
      analytics: { totals: { total: number; byOutcome: Record<string, number> } };
    }
    const { analytics } = await admin<Figures>(`/analytics/calls?${query.toString()}`);
    expect(analytics.totals).toMatchObject({
      total: cases.length + 1,
      byOutcome: { DOOR_OPENED: cases.length, NO_ANSWER: 1 },
    });
  });
});
