import { findPrimary } from '@pas/testing/mongod-cluster';
import { waitUntil } from '@pas/testing/wait-until';
import { memberName } from '@pas/tools/local-system/ports';
import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { addressOf, natsUrlOf } from '@pas/tools/local-system/plans/blueprint';
import type { Drill } from '../faults/drill.ts';

/** Returns the names of the three members of a store. */
export const membersOf = (store: 'mongod' | 'nats-server'): string[] =>
  [1, 2, 3].map((member) => memberName(store, member, 3));

/** Waits for a primary among the mongods, and returns its name. */
export async function primaryOf({ blueprint }: Drill, among = membersOf('mongod')): Promise<string> {
  const all = membersOf('mongod');
  const ports = blueprint.ports.membersOf('mongod');
  const addresses = among.map((name) => addressOf(blueprint, ports[all.indexOf(name)] ?? 0));
  const primary = await waitUntil(() => findPrimary(addresses), { what: 'a primary' });
  return among[addresses.indexOf(primary)] ?? '';
}

/**
 * Makes the mongods elect a primary after two seconds without a heartbeat. A system starts with MongoDB's ten seconds,
 * because a busy machine delays heartbeats.
 */
export async function shortenElections({ database }: Drill): Promise<void> {
  const admin = database.admin();
  const { config } = (await admin.command({ replSetGetConfig: 1 })) as {
    config: { version: number; settings: object };
  };
  const settings = { ...config.settings, electionTimeoutMillis: 2000 };
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, settings } });
}

/** Waits until a stream has a leader, and returns its name, such as `nats-server-2`. */
export async function leaderOf({ blueprint }: Drill, stream: string): Promise<string> {
  const log = createLogger({ service: 'e2e', environment: 'DEV', level: 'silent' });
  const bus = connectBus({ url: natsUrlOf(blueprint, 'DEV', 'declarer'), name: 'e2e', log });
  try {
    const read = () =>
      bus.manage(async ({ streams }) => (await streams.info(stream)).cluster?.leader ?? null);
    return await waitUntil(read, { what: `a leader of ${stream}`, everyMs: 100 });
  } finally {
    await bus.close();
  }
}
