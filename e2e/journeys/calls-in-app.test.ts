import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { mintKey } from '../client/mint-key.ts';
import { addResident, type NewResident } from '../client/new-resident.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

interface PlayedCall {
  id: string;
  endedAt: string | null;
  faults: string[];
  lines: { who: string; text: string }[];
}

interface Call {
  id: string;
  status: string;
  outcome: string | null;
  answeredBy: string | null;
  legs: { userId: string; status: string; reason: string | null; pushed: boolean }[];
}

const newPhone = (): string => `+1646${String(Math.floor(Math.random() * 8e6) + 2e6)}`;
const ref = `in-app-${randomUUID().slice(0, 8)}`;
const pushToken = `token-${randomUUID()}`;

let system: SharedSystem;
let manager: PropertyManager;
let resident: NewResident;
let doorId: string;
const numbers: Record<string, string> = {};

const admin = <Body>(path: string, body?: object, status = body ? 201 : 200): Promise<Body> =>
  bodyOf(manager.call<Body>(path, body && { body }), status);
const sandbox = <Body>(path: string, body?: object): Promise<Body> =>
  bodyOf(call<Body>(system.local.sandboxUrl + path, { body }), body ? 201 : 200);

/** A resident with the app and an unverified phone number, in a house with numbers of both providers. */
beforeAll(async () => {
  system = await useSystem();
  const { gatewayUrl, platformApiKey } = system.local;
  // Long enough for a push on a busy machine.
  const company = { name: `In the app ${ref}`, settings: { callRingSeconds: 120 } };
  const made = call<{ tenant: { id: string } }>(`${gatewayUrl}/api/admin/tenants`, {
    bearer: platformApiKey,
    body: company,
  });
  const { tenant } = await bodyOf(made, 201);
  const areas = ['properties', 'units', 'users', 'onboarding', 'access-points', 'virtual-numbers', 'calls'];
  const scopes = areas.map((area) => `${area}:*`).join(',');
  const key = await mintKey(system.dataDir, { tenant: tenant.id, scopes });
  manager = actAsManager({ gatewayUrl, key });
  resident = await addResident(system.portalOf('DEV'), manager);
  const { propertyId, unitId, signedIn } = resident;
  const door = { propertyId, name: 'Main door', kind: 'DOOR', controller: { adapter: 'nats', ref } };
  doorId = (await admin<{ accessPoint: { id: string } }>('/access-points', door)).accessPoint.id;
  for (const [provider, name] of [
    ['TELEPHONY_A', 'telephony-a'],
    ['TELEPHONY_B', 'telephony-b'],
  ] as const) {
    const number = newPhone();
    const made = await admin<{ virtualNumber: { id: string } }>('/virtual-numbers', { number, provider });
    await admin(`/virtual-numbers/${made.virtualNumber.id}/assign`, { unitId }, 200);
    numbers[name] = number;
  }
  const device = { provider: 'FCM', token: pushToken };
  await bodyOf(call(`${gatewayUrl}/devices`, { bearer: signedIn.token, body: device }), 201);
});

/** Plays a call. One second of it takes 50 ms, or `secondMs`. */
const ring = async (provider: string, from: string, script: object = {}): Promise<string> =>
  (
    await sandbox<{ call: PlayedCall }>('/telephony/calls', {
      provider,
      from,
      to: numbers[provider],
      ...script,
    })
  ).call.id;

const untilOver = (id: string): Promise<PlayedCall> =>
  waitUntil(
    async () => {
      const { call: played } = await sandbox<{ call: PlayedCall }>(`/telephony/calls/${id}`);
      return played.endedAt === null ? null : played;
    },
    { what: 'the end of the call' },
  );

const recordOf = (from: string): Promise<Call> =>
  waitUntil(
    async () => {
      const { calls } = await admin<{ calls: Call[] }>(`/calls?fromNumber=${encodeURIComponent(from)}`);
      return calls.find(({ outcome }) => outcome !== null);
    },
    { what: 'the record of the call' },
  );

const readDoor = async (): Promise<number> =>
  (await sandbox<{ door: { pulses: number } }>(`/doors/${ref}`)).door.pulses;

/** Waits for a new push message to the device. Returns its call. */
const untilPushed = (known: string | undefined): Promise<string> =>
  waitUntil(
    async () => {
      interface Pushes {
        messages: { data: { kind: string; callId: string } }[];
      }
      const { messages } = await sandbox<Pushes>(`/push/messages?token=${pushToken}`);
      const ringing = messages.find(({ data }) => data.kind === 'call')?.data.callId;
      return ringing === known ? null : ringing;
    },
    { what: 'the message to the device' },
  );

const heardBy = ({ lines }: PlayedCall): string =>
  lines.flatMap(({ who, text }) => (who === 'caller' && text.startsWith('hears') ? [text] : [])).join(' ');

let lastPushed: string | undefined;

test.each(['telephony-a', 'telephony-b'])(
  '%s: the device rings, the resident opens the door in the app, and the visitor hears it',
  async (provider) => {
    const [from, pulses] = [newPhone(), await readDoor()];
    const { gatewayUrl } = system.local;
    // Slow enough for the push to arrive while the visitor waits.
    const id = await ring(provider, from, { secondMs: 1000 });
    lastPushed = await untilPushed(lastPushed);
    const { token: bearer } = resident.signedIn;
    const opening = call(`${gatewayUrl}/access/points/${doorId}/unlock`, { method: 'POST', bearer });
    await bodyOf(opening, 202);

    const played = await untilOver(id);
    expect([played.faults, heardBy(played)]).toEqual([
      [],
      expect.stringMatching(/We are calling the residents.*The door is open/),
    ]);
    expect(await recordOf(from)).toMatchObject({
      id: lastPushed,
      status: 'COMPLETED',
      outcome: 'DOOR_OPENED',
      answeredBy: resident.userId,
      legs: [{ userId: resident.userId, status: 'ANSWERED', reason: null, pushed: true }],
    });
    expect(await readDoor()).toBe(pulses + 1);
  },
);

test.each(['telephony-a', 'telephony-b'])(
  '%s: without an answer in the app, the visitor hears a notice after the company’s ring time',
  async (provider) => {
    const [from, pulses] = [newPhone(), await readDoor()];
    const played = await untilOver(await ring(provider, from));
    expect([played.faults, heardBy(played)]).toEqual([
      [],
      expect.stringMatching(/We are calling the residents.*Nobody can answer/),
    ]);
    expect(await recordOf(from)).toMatchObject({
      status: 'COMPLETED',
      outcome: 'NO_ANSWER',
      answeredBy: null,
      legs: [{ status: 'SKIPPED', reason: 'no_verified_phone', pushed: true }],
    });
    expect(await readDoor()).toBe(pulses);
  },
);
