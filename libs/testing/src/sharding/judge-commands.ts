import { namesTenant, requireConfinedStages, type Fields } from '@pas/platform/mongo/confined-stages';
import { crossTenantReads, usesListedIndex } from '@pas/platform/mongo/cross-tenant';
import { confinersOf } from '../watch-commands.ts';
import { corePlacements, scatteredFilters, wholeReads } from './shard-plan.ts';

/** A command as the driver reports it. */
export interface SentCommand {
  commandName: string;
  command: Fields;
  /** Whether it goes to the database of the Core, and not to the control database. */
  isCore: boolean;
}

/** Judge of the commands that a client sends. */
export interface CommandJudge {
  judge(sent: SentCommand): void;
  /** Returns the faults since the last call. */
  takeFaults(): string[];
}

/** Returns the first field of a sharded collection's key; null for a collection on one shard. */
function shardFieldOf({ commandName, command, isCore }: SentCommand): string | null {
  const placement = isCore ? corePlacements[String(command[commandName])] : undefined;
  return placement && 'by' in placement ? placement.by[0] : null;
}

const isListed = (collection: string, filter: Fields): boolean =>
  Object.keys(scatteredFilters[collection] ?? {}).some((field) => Object.hasOwn(filter, field)) ||
  [...crossTenantReads().values()].some((read) => usesListedIndex(read, collection, filter));

const isWholeRead = ({ commandName, command }: SentCommand): boolean =>
  commandName === 'find' &&
  Object.keys(command['filter'] ?? {}).length === 0 &&
  Object.hasOwn(wholeReads, String(command['find']));

/** Whether a condition names values, so that only their shards are asked. */
const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || Array.isArray((value as Fields | undefined)?.['$in']);

/** Whether a filter or row names values of the shard field, also in each of its alternatives. */
function isTargeted(confiner: Fields, field: string): boolean {
  if (isPlain(confiner[field])) return true;
  const { $or: alternatives } = confiner;
  return Array.isArray(alternatives) && alternatives.every((each) => isTargeted(each as Fields, field));
}

/** Returns a fault when a command would ask every shard; null otherwise. */
function scatterOf(sent: SentCommand, confiners: readonly Fields[]): string | null {
  const field = shardFieldOf(sent);
  if (field === null || isWholeRead(sent)) return null;
  const collection = String(sent.command[sent.commandName]);
  const isGood = confiners.every((each) => isTargeted(each, field) || isListed(collection, each));
  return isGood ? null : `${sent.commandName} on ${collection} asks every shard`;
}

/** Returns a fault when a stage of an aggregation reads rows of another tenant; null otherwise. */
function strayOf({ commandName, command }: SentCommand, [filter]: readonly Fields[]): string | null {
  if (commandName !== 'aggregate') return null;
  const tenantId = namesTenant(filter) ? filter.tenantId : null;
  try {
    requireConfinedStages(command['pipeline'] as readonly Fields[], tenantId, () => new Error('stray'));
    return null;
  } catch {
    return `aggregate on ${String(command[commandName])} reads across shard keys`;
  }
}

/** Identifies an open transaction; null outside of transactions. */
function transactionOf({ autocommit, lsid, txnNumber }: Fields): string | null {
  if (autocommit !== false) return null;
  return `${JSON.stringify((lsid as Fields | undefined)?.['id'])} ${String(txnNumber)}`;
}

const tenantsOf = (confiners: readonly Fields[]): string[] =>
  confiners.flatMap((each) => (namesTenant(each) ? [each.tenantId] : []));

/**
 * Makes a judge of the commands to a sharded cluster. It finds commands to every shard, aggregations across shard keys,
 * and transactions of two tenants. The control database is not sharded.
 */
export function createCommandJudge(): CommandJudge {
  let faults: string[] = [];
  const tenants = new Map<string, Set<string>>();
  const join = (transaction: string, named: readonly string[], { commandName, command }: SentCommand) => {
    const known = tenants.get(transaction) ?? new Set();
    const isSecond = known.size > 0 && named.some((tenantId) => !known.has(tenantId));
    tenants.set(transaction, new Set([...known, ...named]));
    if (isSecond) faults.push(`${commandName} on ${String(command[commandName])} is of a second tenant`);
  };
  return {
    judge(sent) {
      const { commandName, command, isCore } = sent;
      const transaction = isCore ? transactionOf(command) : null;
      if (transaction !== null && /^(?:commit|abort)Transaction$/.test(commandName))
        tenants.delete(transaction);
      const confiners = confinersOf(commandName, command)?.map((each) => (each ?? {}) as Fields);
      if (!confiners) return;
      for (const fault of [scatterOf(sent, confiners), strayOf(sent, confiners)])
        if (fault !== null) faults.push(fault);
      if (transaction !== null) join(transaction, tenantsOf(confiners), sent);
    },
    takeFaults() {
      const taken = faults;
      faults = [];
      return taken;
    },
  };
}
