import type { Connection } from 'mongoose';
import { namesTenant, requireConfinedStages, type Fields } from '@pas/platform/mongo/confined-stages';
import { crossTenantReads, usesListedIndex } from '@pas/platform/mongo/cross-tenant';
import { isGuarded } from '@pas/platform/mongo/tenant-guard';

/** Record of the commands to tenant-owned collections. */
export interface CommandWatch {
  /** The commands so far that are not confined to a tenant, as JSON. */
  readonly unconfined: readonly string[];
  /** The number of commands so far. Without any, an empty `unconfined` proves nothing. */
  readonly seen: number;
  stop(): void;
}

/** Returns an address whose clients report their commands. Connect to it before `watchCommands`. */
export function withCommandEvents(mongoUrl: string): string {
  const url = new URL(mongoUrl);
  url.searchParams.set('monitorCommands', 'true');
  return url.href;
}

const filtersOf = (steps: unknown): readonly unknown[] => (steps as readonly Fields[]).map(({ q }) => q);

/** Functions by command that return its filters or rows, which must all name the tenant. */
const confiners: Readonly<Record<string, (command: Fields) => readonly unknown[]>> = {
  find: ({ filter }) => [filter],
  count: ({ query }) => [query],
  distinct: ({ query }) => [query],
  findAndModify: ({ query }) => [query],
  update: ({ updates }) => filtersOf(updates),
  delete: ({ deletes }) => filtersOf(deletes),
  insert: ({ documents }) => documents as readonly unknown[],
  aggregate: ({ pipeline }) => [(pipeline as readonly Fields[])[0]?.['$match']],
};

/** Returns the filters or rows of a command; undefined for a command that touches no row. */
export const confinersOf = (name: string, command: Fields): readonly unknown[] | undefined =>
  confiners[name]?.(command);

const writes = new Set(['findAndModify', 'update', 'delete', 'insert']);

/** Commands that touch no row, or continue a cursor whose start was checked. */
const harmless = new Set(['getMore', 'killCursors', 'listIndexes', 'createIndexes', 'create', 'drop']);

function staysWithin(pipeline: readonly Fields[], tenantId: string | null): boolean {
  try {
    requireConfinedStages(pipeline, tenantId, () => new Error('reaches beyond the tenant'));
    return true;
  } catch {
    return false;
  }
}

function isConfined(name: string, collection: string, command: Fields): boolean {
  const isListed = (filter: Fields): boolean =>
    !writes.has(name) &&
    [...crossTenantReads().values()].some((read) => usesListedIndex(read, collection, filter));
  const filters = confinersOf(name, command);
  if (!filters?.every((filter) => namesTenant(filter) || isListed((filter ?? {}) as Fields))) return false;
  if (name !== 'aggregate') return true;
  const [filter] = filters;
  return staysWithin(command['pipeline'] as readonly Fields[], namesTenant(filter) ? filter.tenantId : null);
}

/**
 * Watches the commands of a connection that was opened with `withCommandEvents`. Records each command to a tenant-owned
 * collection without an equality on `tenantId`, except for look-ups that the models list.
 */
export function watchCommands(connection: Connection): CommandWatch {
  const unconfined: string[] = [];
  let seen = 0;
  const judge = ({ commandName, command }: { commandName: string; command: Fields }): void => {
    const collection = command[commandName];
    if (typeof collection !== 'string' || !isGuarded(collection) || harmless.has(commandName)) return;
    seen += 1;
    const { lsid: _session, $clusterTime: _time, ...asked } = command;
    if (!isConfined(commandName, collection, command)) unconfined.push(JSON.stringify(asked));
  };
  const client = connection.getClient().on('commandStarted', judge);
  return {
    unconfined,
    get seen() {
      return seen;
    },
    stop: () => void client.off('commandStarted', judge),
  };
}
