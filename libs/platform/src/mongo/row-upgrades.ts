import type { Connection, mongo } from 'mongoose';

type Fields = Readonly<Record<string, unknown>>;

/** One statement that gives rows of an earlier release what later code expects. A second run must find no row. */
export interface RowUpgrade {
  /** Finds the rows that lack it. */
  filter: Fields;
  /** The stages of an update with an aggregation pipeline. */
  stages: readonly Fields[];
}

const declared = new Map<string, readonly RowUpgrade[]>();

/** Keeps the upgrades that a model declares, by its collection. */
export function declareUpgrades(collection: string, upgrades: readonly RowUpgrade[]): void {
  declared.set(collection, upgrades);
}

/**
 * Upgrades the rows of a collection. It runs with the creation of indexes, before the services start, and reads the
 * whole collection once. It stands below the tenant guard, because it is for the rows of all tenants.
 */
export async function applyUpgrades({ db }: Connection, collection: string): Promise<void> {
  for (const { filter, stages } of declared.get(collection) ?? [])
    await db?.collection(collection).updateMany(filter, [...stages] as mongo.Document[]);
}
