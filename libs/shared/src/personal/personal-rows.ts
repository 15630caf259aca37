import type { Model, QueryFilter } from 'mongoose';
import type { Person } from './person.ts';

/** How the rows of one collection that belong to a person are found, exported and erased. */
export interface PersonalRows {
  readonly keeps: 'personal values';
  readonly model: Model<unknown>;
  /** The filters that find the person's rows; each stands on an index. */
  find: (person: Person) => readonly object[];
  /** What an export shows of a row, or null for no line; null for rows that only erasing needs to find. */
  shown: ((row: unknown, person: Person) => Record<string, unknown> | null) | null;
  /**
   * The fields without the person's values, for rows that have to stay; `remove` for rows that go, and null for a row
   * that stays as it is. Null for rows that name the person by id alone.
   */
  erase: ((row: unknown, person: Person) => object | 'remove' | null) | null;
}

/** Why a collection has nothing to export or erase. */
export interface NothingPersonal {
  readonly keeps: 'nothing personal';
  readonly because: string;
}

interface Declaration<Row extends { _id: string }> {
  model: Model<Row>;
  find: (person: Person) => readonly QueryFilter<Row>[];
  shown: readonly (keyof Row)[] | null;
  /** Rows that no export shows, such as those of other people that the person has made. */
  isShown?: (row: Row, person: Person) => boolean;
  erase: ((row: Row, person: Person) => Partial<Row> | 'remove' | null) | null;
}

/** Declares a collection that keeps personal values. */
export function personalRows<Row extends { _id: string }>(declared: Declaration<Row>): PersonalRows {
  const { model, find, shown, isShown = () => true, erase } = declared;
  const show = (stored: unknown, person: Person): Record<string, unknown> | null => {
    const row = stored as Row;
    if (!isShown(row, person)) return null;
    return { id: row._id, ...Object.fromEntries((shown ?? []).map((name) => [name, row[name] ?? null])) };
  };
  return {
    keeps: 'personal values',
    model: model as unknown as Model<unknown>,
    find,
    shown: shown && show,
    erase: erase && ((row, person) => erase(row as Row, person)),
  };
}

/** Declares a collection without personal values. */
export const nothingPersonal = (because: string): NothingPersonal => ({
  keeps: 'nothing personal',
  because,
});
