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

/** How large a drill of outgoing webhooks is. */
export interface StormSize {
  /** Events, each of which is sent to each endpoint. */
  events: number;
  /** Endpoints that take what they get; five more are slow, dead, redirecting, private or lying. */
  sound: number;
}

/** The endpoints of a drill, by their ids. */
export interface Endpoints {
  sound: ReadonlyMap<string, HookReceiver>;
  bad: Readonly<Record<'slow' | 'dead' | 'redirecting' | 'private' | 'lying', string>>;
  /** Where the redirecting endpoint sends callers: nobody may come. */
  target: HookReceiver;
  /** Deletes the endpoints and stops the receivers. */
  remove(): Promise<void>;
}

const path = '/webhook-endpoints';
const eventType = 'invite.created';

/** An address that may not be called. The API refuses it, so it stands for a name that resolves to it later. */
const privateUrl = 'https://10.255.255.1/hook';

async function createEndpoint({ manager }: Drill, url: string): Promise<{ id: string; secret: string }> {
  const body = { url, events: [eventType] };
  type Created = { webhookEndpoint: { id: string; secret: string } };
  return (await bodyOf(manager.call<Created>(path, { body }), 201)).webhookEndpoint;
}

/** Registers endpoints of all kinds in the tenant of a drill. */
export async function registerEndpoints(drill: Drill, { sound: count }: StormSize): Promise<Endpoints> {
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
  const sound = new Map<string, HookReceiver>();
  while (sound.size < count) sound.set(...(await register()));
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
    sound,
    bad: { slow, dead, redirecting, private: hidden, lying },
    target,
    async remove() {
      for (const id of ids) await drill.manager.call(`${path}/${id}`, { method: 'DELETE' });
      await Promise.all(receivers.map((receiver) => receiver.stop()));
    },
  };
}

/** The most rows of one table in JSON. */
const maxRows = 5000;

/** How long a plan may take on a busy machine, in milliseconds. */
const planMs = 300_000;

interface ImportAnswer {
  import: { id: string; status: string };
}

/** Has invites created for new residents by importing them, one event each. It does not wait for the invites. */
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

/** The ids of the events of invites that integrators get, since the last look at them. */
export async function eventsSince({ database }: Drill, since: Date): Promise<string[]> {
  const created = { type: eventType, createdAt: { $gte: since } };
  const rows = database.collection<{ _id: string }>('public_events').find(created);
  return rows.map(({ _id }) => _id).toArray();
}
