import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';

/** Table of a list: the schema of its rows, and the fields that no table shows. */
export interface ListTable {
  row: z.ZodObject;
  /** Names of fields that are left out at every depth, such as tokens. */
  without?: readonly string[];
}

/** Column of a table: a field, or a field of a nested object. */
export interface Column {
  /** The names of the field and of the objects around it. */
  path: readonly string[];
}

function withoutWrappers(schema: z.core.SomeType): z.core.SomeType {
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? withoutWrappers(schema.unwrap()) : schema;
}

function columnsBelow(row: z.ZodObject, without: ReadonlySet<string>, above: readonly string[]): Column[] {
  const fields = Object.entries(row.shape).filter(([name]) => !without.has(name));
  return fields.flatMap(([name, field]) => {
    const path = [...above, name];
    const schema = withoutWrappers(field as z.core.SomeType);
    return schema instanceof z.ZodObject ? columnsBelow(schema, without, path) : [{ path }];
  });
}

/** Returns the columns of a table, in the order of the schema. */
export function columnsOf({ row, without = [] }: ListTable): Column[] {
  return columnsBelow(row, new Set(without), []);
}

/** Returns the header of a table: the fields, with nested ones dotted. */
export const headerOf = (columns: readonly Column[]): string[] => columns.map(({ path }) => path.join('.'));

function textOf(value: unknown, without: readonly string[]): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (name, member: unknown) => (without.includes(name) ? undefined : member));
}

/** Returns the cells of a row. Lists are JSON; a field that the row lacks is empty. */
export function cellsOf(
  row: unknown,
  columns: readonly Column[],
  { without = [] }: Pick<ListTable, 'without'>,
): string[] {
  return columns.map(({ path }) => {
    const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], row);
    return textOf(value, without);
  });
}

/** Writes rows as CSV (RFC 4180). A cell that a spreadsheet would compute gets a leading apostrophe (CWE-1236). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { escape_formulas: true, quoted_match: /\r/ });
