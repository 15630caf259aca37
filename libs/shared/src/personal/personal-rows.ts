import type { Model, QueryFilter } from 'mongoose';
import type { Person } from './person.ts';

/** Search, export and erasure of a person's rows in one collection. */
export interface PersonalRows {
  readonly keeps: 'personal values';
  readonly model: Model<unknown>;
  /** Returns the filters of the person's rows. Each uses an index. */
  find: (person: Person) => readonly object[];
  /** Returns the filters of the rows that an export reads. */
  findShown: (person: Person) => readonly object[];
  /** Returns the exported fields of a row; null omits it. The property itself is null for rows that are only erased. */
  shown: ((row: unknown, person: Person) => Record<string, unknown> | null) | null;
  /**
   * Returns the fields that overwrite the person's values. `remove` deletes the row, and null keeps it unchanged. The
   * property itself is null for rows that contain only the person's id.
   */
  erase: ((row: unknown, person: Person) => object | 'remove' | null) | null;
}

/** Declaration of a collection that has nothing to export or erase. */
export interface NothingPersonal {
  readonly keeps: 'nothing personal';
  readonly because: string;
}

interface Declaration<Row extends { _id: string }> {
  model: Model<Row>;
  find: (person: Person) => readonly QueryFilter<Row>[];
  /** Default: `find`. Differs from it if an erasure also searches rows that no export shows. */
  findShown?: (person: Person) => readonly QueryFilter<Row>[];
  shown: readonly (keyof Row)[] | null;
  /** Returns fields that an export shows without the values of other people. Default: none. */
  ownPart?: (row: Row, person: Person) => Partial<Row>;
  /** Whether an export shows the row. It omits, for example, rows that the person made for other people. */
  isShown?: (row: Row, person: Person) => boolean;
  erase: ((row: Row, person: Person) => Partial<Row> | 'remove' | null) | null;
}

/** Declares a collection that keeps personal values. */
export function personalRows<Row extends { _id: string }>(declared: Declaration<Row>): PersonalRows {
  const { model, find, findShown = find, shown, ownPart, isShown = () => true, erase } = declared;
  const show = (stored: unknown, person: Person): Record<string, unknown> | null => {
    const row = stored as Row;
    if (!isShown(row, person)) return null;
    const visible = { ...row, ...ownPart?.(row, person) };
    return { id: row._id, ...Object.fromEntries((shown ?? []).map((name) => [name, visible[name] ?? null])) };
  };
  return {
    keeps: 'personal values',
    model: model as unknown as Model<unknown>,
    find,
    findShown,
    shown: shown && show,
    erase: erase && ((row, person) => erase(row as Row, person)),
  };
}

/** Declares a collection without personal values. */
export const nothingPersonal = (because: string): NothingPersonal => ({
  keeps: 'nothing personal',
  because,
});
