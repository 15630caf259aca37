import type { Connection } from 'mongoose';
import { namesTenant, requireConfinedStages, type Fields } from '@pas/platform/mongo/confined-stages';
import { crossTenantReads, standsOn } from '@pas/platform/mongo/cross-tenant';
import { isGuarded } from '@pas/platform/mongo/tenant-guard';

/** What a database was asked about tenant-owned collections without a tenant's name. */
export interface CommandWatch {
  /** The commands so far, each as JSON; empty as long as every tenant is confined. */
  readonly unconfined: readonly string[];
  /** How many commands went to tenant-owned collections, so that a test can't pass by asking nothing. */
  readonly seen: number;
  stop(): void;
}

/** An address whose clients report their commands; connect to it before `watchCommands`. */
export function withCommandEvents(mongoUrl: string): string {
  const url = new URL(mongoUrl);
  url.searchParams.set('monitorCommands', 'true');
  return url.href;
}

const filtersOf = (steps: unknown): readonly unknown[] => (steps as readonly Fields[]).map(({ q }) => q);

/** The filters or rows of each command that has some, all of which must name the tenant. */
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

const writes = new Set(['findAndModify', 'update', 'delete', 'insert']);

/** Commands that touch no row, or go on with a cursor whose start was judged. */
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
    !writes.has(name) && [...crossTenantReads().values()].some((read) => standsOn(read, collection, filter));
  const filters = confiners[name]?.(command);
  if (!filters?.every((filter) => namesTenant(filter) || isListed((filter ?? {}) as Fields))) return false;
  if (name !== 'aggregate') return true;
  const [filter] = filters;
  return staysWithin(command['pipeline'] as readonly Fields[], namesTenant(filter) ? filter.tenantId : null);
}

/**
 * Watches what is sent to a database and keeps every command to a tenant-owned collection that has no equality on
 * `tenantId`, but for the look-ups that the models list. It sees what the server sees, whatever way it was sent.
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
