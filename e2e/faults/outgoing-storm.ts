import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf } from '../client/http-call.ts';
import {
  accept,
  keepSilent,
  lie,
  redirectTo,
  startHookReceiver,
  type HookReceiver,
} from '../client/hook-receiver.ts';
import type { Drill } from './drill.ts';

/** Size of a drill of outgoing webhooks. */
export interface StormSize {
  /** Number of events, each sent to each endpoint. */
  events: number;
  /** Number of endpoints that accept events; five more are slow, dead, redirecting, private or lying. */
  working: number;
}

/** Endpoints of a drill by id. */
export interface Endpoints {
  working: ReadonlyMap<string, HookReceiver>;
  bad: Readonly<Record<'slow' | 'dead' | 'redirecting' | 'private' | 'lying', string>>;
  /** Target of the redirecting endpoint, which must get no requests. */
  target: HookReceiver;
  /** Deletes the endpoints and stops the receivers. */
  remove(): Promise<void>;
}

const path = '/webhook-endpoints';
const eventType = 'invite.created';

/** A forbidden address. The API refuses it, so that it must replace a name that resolves to it later. */
const privateUrl = 'https://10.255.255.1/hook';

async function createEndpoint({ manager }: Drill, url: string): Promise<{ id: string; secret: string }> {
  const body = { url, events: [eventType] };
  type EndpointAnswer = { webhookEndpoint: { id: string; secret: string } };
  return (await bodyOf(manager.call<EndpointAnswer>(path, { body }), 201)).webhookEndpoint;
}

/** Registers endpoints of all kinds in the tenant of a drill. */
export async function registerEndpoints(drill: Drill, { working: count }: StormSize): Promise<Endpoints> {
  const receivers: HookReceiver[] = [];
  const ids: string[] = [];
  const register = async (answering = accept): Promise<[string, HookReceiver]> => {
    const receiver = await startHookReceiver(answering);
    const { id, secret } = await createEndpoint(drill, receiver.url);
    receiver.secret = secret;
    receivers.push(receiver);
    ids.push(id);
    return [id, receiver];
  };
  const working = new Map<string, HookReceiver>();
  while (working.size < count) working.set(...(await register()));
  const target = await startHookReceiver();
  receivers.push(target);
  const [slow] = await register(keepSilent);
  const [redirecting] = await register(redirectTo(target.url));
  const [lying] = await register(lie());
  const [dead, refusing] = await register();
  await refusing.stop();
  const [hidden, unused] = await register();
  await unused.stop();
  await drill.database
    .collection<{ _id: string }>('webhook_endpoints')
    .updateOne({ _id: hidden }, { $set: { url: privateUrl } });
  return {
    working,
    bad: { slow, dead, redirecting, private: hidden, lying },
    target,
    async remove() {
      for (const id of ids) await drill.manager.call(`${path}/${id}`, { method: 'DELETE' });
      await Promise.all(receivers.map((receiver) => receiver.stop()));
    },
  };
}

/** Maximum number of rows of one table in JSON. */
const maxRows = 5000;

/** Time limit for a plan on a busy machine, in milliseconds. */
const planMs = 300_000;

interface ImportAnswer {
  import: { id: string; status: string };
}

/** Imports new residents with invites, one event each. Does not wait for the invites. */
export async function createInvites({ manager }: Drill, name: string, count: number): Promise<void> {
  const { id: propertyId } = await manager.createProperty(name);
  const options = { createUnits: true, invite: 'CREATE' };
  for (let from = 0; from < count; from += maxRows) {
    const rows = Array.from({ length: Math.min(maxRows, count - from) }, (_, at) => ({
      unit: String(from + at),
      email: `${name}-${from + at}@outgoing.test`,
    }));
    const body = { rows, propertyId, options };
    const { id } = (await manager.call<ImportAnswer>('/imports/residents/dry-run', { body })).body.import;
    const isPlanned = async () =>
      (await bodyOf(manager.call<ImportAnswer>(`/imports/${id}`), 200)).import.status === 'VALIDATED';
    await waitUntil(isPlanned, { what: 'the plan of the import', timeoutMs: planMs, everyMs: 250 });
    await bodyOf(manager.call('/imports/residents/commit', { body: { importId: id } }), 202);
  }
}

/** Returns the ids of the public invite events since a time. */
export async function eventsSince({ database }: Drill, since: Date): Promise<string[]> {
  const created = { type: eventType, createdAt: { $gte: since } };
  const rows = database.collection<{ _id: string }>('public_events').find(created);
  return rows.map(({ _id }) => _id).toArray();
}
