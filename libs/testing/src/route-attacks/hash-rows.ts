import { control, core } from '@pas/platform/mongo/connections';

type Hashes = Readonly<Record<string, string>>;
type Client = ReturnType<typeof core.getClient>;

const writes = new Set(['insert', 'update', 'delete', 'findAndModify', 'commitTransaction', 'bulkWrite']);

/** Number of begun and ended writes of a client, and the last hashes. */
interface WriteWatch {
  writes: number;
  last: { writes: number; hashes: Hashes } | null;
}

const watched = new WeakMap<Client, WriteWatch>();

/** Counts the begin and the end of each write, so that a hash is never reused after a later write. */
function watchWrites(client: Client): WriteWatch {
  const state: WriteWatch = { writes: 0, last: null };
  const count = ({ commandName }: { commandName: string }): void => {
    if (writes.has(commandName)) state.writes += 1;
  };
  client.on('commandStarted', count).on('commandSucceeded', count).on('commandFailed', count);
  watched.set(client, state);
  return state;
}

async function readHashes(): Promise<Hashes> {
  const hashes = await Promise.all(
    Object.entries({ core, control }).map(async ([name, { db }]) => {
      const answer = await db?.command({ dbHash: 1 });
      return Object.entries(answer?.['collections'] as Record<string, string>).map(
        ([collection, hash]): [string, string] => [`${name} ${collection}`, hash],
      );
    }),
  );
  return Object.fromEntries(hashes.flat());
}

/**
 * Returns a hash of the rows of each collection, which reveals an unwanted change and its collection. The store
 * recomputes the hashes only after a write of this process.
 */
export async function hashRows(): Promise<Hashes> {
  const client = core.getClient();
  const state = watched.get(client) ?? watchWrites(client);
  if (state.last?.writes !== state.writes) state.last = { writes: state.writes, hashes: await readHashes() };
  return state.last.hashes;
}
