import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import {
  actAsManager,
  inviteToNewUnit,
  type Invite,
  type PropertyManager,
  type Unit,
} from '../client/property-manager.ts';
import { signUp, type SignInResult } from '../client/resident.ts';
import { useSystem } from '../shared-system/use-system.ts';

interface Door {
  id: string;
  ref: string;
}

interface Attempt {
  attempt: { id: string; status: string; confirmed: boolean };
}

interface Readiness {
  readiness: { ready: boolean; checks: { name: string; ok: boolean; fix: string | null }[] };
}

describe('a home with doors, guests and phones', () => {
  const name = `Linden ${randomUUID().slice(0, 8)}`;
  let gatewayUrl: string;
  let sandboxUrl: string;
  let mailboxUrl: string;
  let manager: PropertyManager;
  let property: { id: string };
  let unit: Unit;
  let resident: SignInResult;
  let main: Door;
  let garage: Door;

  async function addDoor(kind: 'DOOR' | 'GARAGE', adapter: 'nats' | 'http'): Promise<Door> {
    const ref = `${kind}-${randomUUID()}`;
    const body = { propertyId: property.id, name: kind, kind, controller: { adapter, ref } };
    const path = '/access-points';
    const made = await bodyOf(manager.call<{ accessPoint: { id: string } }>(path, { body }), 201);
    return { id: made.accessPoint.id, ref };
  }

  const pulsesOf = async ({ ref }: Door): Promise<number> =>
    (await bodyOf(call<{ door: { pulses: number } }>(`${sandboxUrl}/doors/${ref}`), 200)).door.pulses;

  const unlock = (token: string, { id }: Door) =>
    call<Attempt>(`${gatewayUrl}/access/points/${id}/unlock`, { method: 'POST', bearer: token });

  /** Opens a door and waits for its controller's answer. */
  async function open(token: string, door: Door) {
    const { attempt } = await bodyOf(unlock(token, door), 202);
    const read = call<Attempt>(`${gatewayUrl}/access/attempts/${attempt.id}?wait=10`, { bearer: token });
    return (await bodyOf(read, 200)).attempt;
  }

  beforeAll(async () => {
    const { local } = await useSystem();
    ({ gatewayUrl, sandboxUrl, mailboxUrl } = local);
    manager = actAsManager({ gatewayUrl, key: local.apiKey });
    let invite: Invite;
    ({ property, unit, invite } = await inviteToNewUnit(
      manager,
      name,
      `primary.${randomUUID()}@example.test`,
    ));
    resident = await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token }), 201);
    [main, garage] = await Promise.all([addDoor('DOOR', 'nats'), addDoor('GARAGE', 'http')]);
  });

  test('readiness lists the missing parts until a number, a phone and a door exist', async () => {
    const read = async () =>
      (await bodyOf(manager.call<Readiness>(`/units/${unit.id}/readiness`), 200)).readiness;
    const missing = (await read()).checks.filter(({ ok }) => !ok);
    expect(missing.map(({ name: check }) => check)).toEqual(['number', 'devices', 'phone', 'door']);
    expect(missing.every(({ fix }) => fix !== null)).toBe(true);

    const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
    const number = { number: `+1415${digits}`, provider: 'TELEPHONY_A', capabilities: ['VOICE'] };
    const path = '/virtual-numbers';
    const made = manager.call<{ virtualNumber: { id: string } }>(path, { body: number });
    const { virtualNumber } = await bodyOf(made, 201);
    const target = { body: { unitId: unit.id, accessPointId: main.id } };
    await bodyOf(manager.call(`${path}/${virtualNumber.id}/assign`, target), 200);

    const token = randomUUID();
    const device = { provider: 'fcm', token, installationId: randomUUID(), platform: 'ANDROID' };
    const registered = call<{ device: { id: string } }>(`${gatewayUrl}/devices`, {
      bearer: resident.token,
      body: device,
    });
    const { id } = (await bodyOf(registered, 201)).device;
    const tested = call(`${gatewayUrl}/devices/${id}/test`, { method: 'POST', bearer: resident.token });
    expect(await bodyOf(tested, 200)).toMatchObject({ test: { result: 'ACCEPTED' } });
    const pushed = await call<{ messages: object[] }>(`${sandboxUrl}/push/messages?token=${token}`);
    expect(pushed.body.messages).toMatchObject([{ provider: 'FCM', token }]);

    const keyPath = `/access-points/${main.id}/controller-key`;
    const minted = manager.call<{ controllerKey: { secret: string } }>(keyPath, { method: 'POST' });
    const { secret } = (await bodyOf(minted, 201)).controllerKey;
    const controller = { method: 'PUT', body: { accessPointId: main.id, key: secret } };
    await bodyOf(call(`${sandboxUrl}/doors/${main.ref}/controller`, controller), 200);
    const ready = await waitUntil(
      async () => {
        const found = await read();
        return found.ready ? found : null;
      },
      { what: 'the first report of the controller' },
    );
    expect(ready.checks.filter(({ ok }) => !ok).map(({ name: check }) => check)).toEqual(['phone']);
  });

  test('a main resident adds an occupant, who can open doors until the move-out', async () => {
    const email = `occupant.${randomUUID()}@example.test`;
    const occupants = `${gatewayUrl}/api/v1/units/${unit.id}/occupants`;
    const invited = call<{ invite: { role: string; token?: string } }>(occupants, {
      bearer: resident.token,
      body: { email, name: 'Robin' },
    });
    const { invite } = await bodyOf(invited, 201);
    expect([invite.role, invite.token ?? null]).toEqual(['OCCUPANT', null]);
    const inviteToken =
      linkIn(await receiveMail(mailboxUrl, email))
        .split('/')
        .at(-1) ?? '';
    const occupant = await bodyOf(signUp(gatewayUrl, { inviteToken }), 201);

    const before = [await pulsesOf(main), await pulsesOf(garage)];
    for (const door of [main, garage])
      expect(await open(occupant.token, door)).toMatchObject({ status: 'SUCCEEDED', confirmed: true });
    expect([await pulsesOf(main), await pulsesOf(garage)]).toEqual(before.map((count) => count + 1));

    const own = call(`${occupants}/${resident.resident.id}`, { method: 'DELETE', bearer: occupant.token });
    expect((await own).status).toBe(403);
    const removed = call(`${occupants}/${occupant.resident.id}`, {
      method: 'DELETE',
      bearer: resident.token,
    });
    expect((await removed).status).toBe(204);
    const isEnded = async (): Promise<boolean> =>
      [401, 403].includes((await call(`${gatewayUrl}/access/points`, { bearer: occupant.token })).status);
    await waitUntil(isEnded, { what: 'the end of the session', timeoutMs: 1000 });
    expect([401, 403]).toContain((await unlock(occupant.token, main)).status);
    expect(await pulsesOf(main)).toBe((before[0] ?? 0) + 1);
  });

  test('a staff pass lets each of its holders in until it is revoked', async () => {
    const body = {
      propertyId: property.id,
      accessPointIds: [main.id],
      kind: 'VENDOR',
      holders: [{ name: 'Sam Ortiz' }, { name: 'Kim Vance' }],
      startsAt: new Date(Date.now() - 60_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const made = manager.call<{
      pass: { id: string; holders: { name: string; url: string; pin: string }[] };
    }>('/passes', { body });
    const { pass } = await bodyOf(made, 201);
    expect(new Set(pass.holders.map(({ pin }) => pin)).size).toBe(2);
    const before = await pulsesOf(main);
    for (const { name: holder, url, pin } of pass.holders) {
      const page = await call(url, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      const spoken = `${pin.slice(0, 3)} ${pin.slice(3)}`;
      for (const text of [holder, name, spoken]) expect(page.text).toContain(text);
      const opened = call<Attempt>(`${url}/open`, { body: { accessPointId: main.id } });
      const { attempt } = await bodyOf(opened, 202);
      const result = `${url}/attempts/${attempt.id}?wait=10`;
      const ended = await bodyOf(call<Attempt>(result, { headers: { accept: 'application/json' } }), 200);
      expect(ended.attempt).toMatchObject({ status: 'SUCCEEDED', confirmed: true });
    }
    expect(await pulsesOf(main)).toBe(before + 2);

    expect((await manager.call(`/passes/${pass.id}`, { method: 'DELETE' })).status).toBe(204);
    for (const { url } of pass.holders) {
      const opened = await call(`${url}/open`, { body: { accessPointId: main.id } });
      expect([opened.status, opened.body.code]).toEqual([410, 'pass_revoked']);
      const page = await call(url, { headers: { accept: 'text/html' } });
      expect([page.status, page.text.includes(name)]).toEqual([410, false]);
    }
    expect(await pulsesOf(main)).toBe(before + 2);
  });
});
