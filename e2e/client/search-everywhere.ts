import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { waitUntil } from '@pas/testing/wait-until';
import { natsUrlOf } from '@pas/tools/local-system/plans/blueprint';
import { createConnection } from 'mongoose';
import type { SharedSystem } from '../shared-system/use-system.ts';

const streams = ['ONBOARDING', 'AUDIT', 'ACTIVITY', 'INBOUND', 'DLQ'] as const;

/** The log of the sandbox, which stands for people and providers: its content has left the system. */
const outside = 'sandbox.log';

/** Characters that a finding shows on each side of a match. */
const contextLength = 60;

/** Records a text that contains a searched value, with its location. */
type Recorder = (where: string, text: string) => void;

/** Converts a row to text, with bytes as characters. */
const textOf = (row: object): string =>
  JSON.stringify(row, function (this: Record<string, unknown>, key, value: unknown) {
    const stored = this[key] as { _bsontype?: string; buffer?: Uint8Array } | null;
    return stored?._bsontype === 'Binary' && stored.buffer
      ? Buffer.from(stored.buffer).toString('latin1')
      : value;
  });

async function readRows({ local }: SharedSystem, record: Recorder): Promise<void> {
  const connection = await createConnection(local.mongoUrl).asPromise();
  const client = connection.getClient();
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((database) => database.name.startsWith('pas_')))
    for (const collection of await client.db(name).listCollections().toArray())
      for await (const row of client.db(name).collection(collection.name).find())
        record(`${name}.${collection.name}`, textOf(row));
  await connection.close();
}

async function readMessages({ blueprint }: SharedSystem, record: Recorder): Promise<void> {
  const log = createLogger({ service: 'e2e', environment: 'DEV', level: 'silent' });
  const bus = connectBus({ url: natsUrlOf(blueprint, 'DEV', 'operator'), name: 'e2e-search', log });
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  for (const stream of streams)
    for (let message = await bus.readMessage(stream, '>', 1); message;) {
      record(`stream ${stream}`, message.string());
      message = await bus.readMessage(stream, '>', message.seq + 1);
    }
  await bus.close();
}

function readLogs({ blueprint }: SharedSystem, record: Recorder): void {
  const { logs } = blueprint.directory;
  for (const name of readdirSync(logs).filter((file) => file !== outside))
    for (const line of readFileSync(join(logs, name), 'utf8').split('\n')) record(`log ${name}`, line);
}

/**
 * Searches every row of every database, every message of every stream of DEV and every line of every process's log.
 *
 * @param values compared without case
 * @returns the locations that contain one of them, each with its context
 */
export async function searchEverywhere(system: SharedSystem, values: readonly string[]): Promise<string[]> {
  const searched = values.map((value) => value.toLowerCase());
  const found: string[] = [];
  const record: Recorder = (where, text) => {
    const folded = text.toLowerCase();
    for (const value of searched) {
      const at = folded.indexOf(value);
      if (at === -1) continue;
      found.push(
        `${where}: …${text.slice(Math.max(0, at - contextLength), at + value.length + contextLength)}…`,
      );
    }
  };
  await readRows(system, record);
  await readMessages(system, record);
  readLogs(system, record);
  return found;
}
