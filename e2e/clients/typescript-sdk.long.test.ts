import {
  ApiError,
  createAdminClient,
  createControllerClient,
  createResidentClient,
  waitForAttempt,
} from '@pas/client';
import { readDescriptions, readMethods, type Method } from '@pas/tools/clients/read-methods';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrill, type Drill } from '../faults/drill.ts';
import { startCuttingProxy } from './cutting-proxy.ts';

const password = 'correct horse battery';

describe('the TypeScript client', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  const admin = () => createAdminClient({ baseUrl: drill.local.gatewayUrl, apiKey: drill.local.apiKey });

  /** Creates a building with a door and a resident who is signed in. */
  async function moveIn(email: string) {
    const manager = admin();
    const property = await manager.properties.create({ name: email, address: { country: 'US' } });
    const propertyId = property.id;
    const door = await manager.accessPoints.create({
      propertyId,
      name: 'Main door',
      kind: 'DOOR',
      controller: { adapter: 'nats', ref: `main-${propertyId.slice(-8)}` },
    });
    const unit = await manager.units.ensure({ propertyId, label: 'Apt 4B' });
    const invite = await manager.onboarding.invites.create({ unitId: unit.id, inviteeEmail: email });
    const resident = createResidentClient({ baseUrl: drill.local.gatewayUrl });
    await resident.auth.signUp({
      inviteToken: invite.token ?? '',
      password,
      firstName: 'Jordan',
      lastName: 'Reyes',
    });
    return { manager, property, door, unit, invite, resident };
  }

  /** Returns an empty body of the first media type of an operation. */
  function emptyBody({ operation }: Method): object {
    const [type = ''] = Object.keys(operation.requestBody?.content ?? {});
    return type.startsWith('image/') ? new Blob([], { type }) : {};
  }

  /** Calls a method with an empty body, and an id for each parameter. Returns the code of its failure. */
  async function outcomeOf(client: object, method: Method, id: string): Promise<string> {
    const folders = method.name.split('.');
    const found = folders.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client);
    const call = found as (...values: unknown[]) => Promise<unknown>;
    const path = [...method.path.matchAll(/\{/g)].map(() => id);
    const values = method.operation.requestBody ? [...path, emptyBody(method)] : path;
    try {
      const result = await call(...values);
      if (result instanceof Response) await result.body?.cancel();
      return 'done';
    } catch (error) {
      if (!(error instanceof ApiError)) return String(error);
      return error.code === 'unknown' ? `page ${error.status}` : error.code;
    }
  }

  const unreached =
    /^(?:path_not_found|method_not_allowed|unsupported_media_type|malformed|bad_|page (?!422)|\w*Error)/;

  test.each(['admin', 'resident', 'controller'])('reaches every operation of the client %s', async (name) => {
    const { manager, door, resident } = await moveIn(`every.${name}@example.test`);
    const { secret } = await manager.accessPoints.controllerKeys.create(door.id);
    const controller = createControllerClient({
      baseUrl: drill.local.gatewayUrl,
      controllerKey: secret ?? '',
    });
    const clients: Record<string, object> = { admin: manager, resident, controller };
    const methods = (await readMethods(await readDescriptions()))[name] ?? [];
    // A log-out ends the session of the others.
    const ordered = methods.toSorted(
      (a, b) => Number(a.name.endsWith('logOut')) - Number(b.name.endsWith('logOut')),
    );
    const outcomes: [string, string][] = [];
    for (const method of ordered) {
      outcomes.push([method.name, await outcomeOf(clients[name] ?? {}, method, 'missing')]);
    }
    console.log(JSON.stringify(Object.fromEntries(outcomes)));
    expect(outcomes.filter(([, outcome]) => unreached.test(outcome))).toEqual([]);
    expect(outcomes).toHaveLength(methods.length);
  });

  test('a resident opens a door, and the attempt is awaited', async () => {
    const { door, resident } = await moveIn('door@example.test');
    const attempt = await resident.access.points.unlock(door.id);
    expect(await waitForAttempt(resident, attempt)).toMatchObject({ status: 'SUCCEEDED', confirmed: true });
  });

  const people = 10_000;
  const atOnce = 40;

  const drillMs = 60 * 60_000;

  test(
    'repeats no effect and loses no event of 10,000 while answers are cut, limits hold and replicas die',
    { timeout: drillMs },
    async () => {
      const { manager, property, unit } = await moveIn('chaos@example.test');
      const propertyId = property.id;
      const limited = await manager.apiKeys.create({
        name: 'Chaos',
        scopes: ['units:*', 'users:*', 'onboarding:*', 'events:read'],
        rateLimit: { limit: 2 * atOnce, windowSeconds: 2 },
      });
      const proxy = await startCuttingProxy(drill.local.gatewayUrl, 15);
      const statuses = new Map<number | null, number>();
      const client = createAdminClient({
        baseUrl: proxy.url,
        apiKey: limited.secret ?? '',
        maxRetries: 100,
        timeoutMs: drillMs,
        onResponse: ({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
      });
      const controller = new AbortController();
      const arrivals = new Map<string, number>();
      const feed = (async () => {
        for await (const event of client.events.follow({
          types: ['invite.created'],
          signal: controller.signal,
        })) {
          const name = event.type === 'invite.created' ? (event.data.invite?.inviteeName ?? '') : '';
          if (name.startsWith('Person')) arrivals.set(name, (arrivals.get(name) ?? 0) + 1);
        }
      })().catch((error: unknown) => error);
      const names = Array.from({ length: people }, (_, index) => `Person ${index}`);
      const left = [...names];
      const invite = async (): Promise<void> => {
        for (let name = left.shift(); name !== undefined; name = left.shift()) {
          // Without a contact, each request would create another invite.
          await client.onboarding.invites.create({ unitId: unit.id, inviteeName: name });
        }
      };
      const invited = Promise.all(Array.from({ length: atOnce }, invite));
      for (const [round, replica] of ['admin-1', 'admin-2'].entries()) {
        const rest = people * (1 - (round + 1) / 3);
        await waitUntil(() => left.length < rest, { what: `fewer than ${rest} invites`, timeoutMs: drillMs });
        await drill.kill(replica);
        await waitUntil(() => left.length < rest - atOnce, {
          what: 'invites without it',
          timeoutMs: drillMs,
        });
        await drill.start(replica);
      }
      await invited;
      const stored: string[] = [];
      for await (const { inviteeName } of client.onboarding.invites.iterate({ propertyId })) {
        if (inviteeName?.startsWith('Person')) stored.push(inviteeName);
      }
      expect(stored.toSorted()).toEqual(names.toSorted());
      await waitUntil(() => arrivals.size >= people, { what: 'all events', timeoutMs: drillMs });
      controller.abort();
      await feed;
      expect([...arrivals.values()].filter((count) => count !== 1)).toEqual([]);
      console.log(JSON.stringify({ cuts: proxy.cuts, ...Object.fromEntries(statuses) }));
      expect([proxy.cuts > people / 100, statuses.has(429)]).toEqual([true, true]);
      await proxy.stop();
    },
  );
});
