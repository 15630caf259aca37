import { bodySchemasOf } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { inputSchemaOf, pathOf, pathParameters, type InputSchema } from './sample-input.ts';

/** A parameter or field of a request that names a row. */
export interface IdSlot {
  route: Route;
  location: 'path' | 'query' | 'body';
  name: string;
  /** The kind of row: `unit_` from the pattern of an id, else the field's name or the parameter in braces. */
  kind: string;
  isList: boolean;
}

/** Returns the prefix of the ids that a schema accepts, `unit_`; null for other schemas. */
function idPrefixOf({ pattern, anyOf = [] }: InputSchema): string | null {
  const prefix = /^\^([a-z]+_)\[0-7\]/.exec(pattern ?? '')?.[1];
  if (prefix !== undefined) return prefix;
  return anyOf.map(idPrefixOf).find((found) => found !== null) ?? null;
}

function pathSlots(route: Route): IdSlot[] {
  return pathParameters(route).map((name) => {
    const schema = route.params?.[name];
    const kind = (schema && idPrefixOf(inputSchemaOf(schema))) ?? `{${name}}`;
    return { route, location: 'path', name, kind, isList: false };
  });
}

type FieldLocation = 'query' | 'body';

/** Lists the input schemas of the fields of a query or a body. */
function fieldsOf(route: Route, location: FieldLocation): [string, InputSchema][] {
  if (location === 'body')
    return bodySchemasOf(route).flatMap((schema) => Object.entries(inputSchemaOf(schema).properties ?? {}));
  return Object.entries(route.query ?? {}).map(([name, schema]) => [name, inputSchemaOf(schema)]);
}

function fieldSlots(route: Route, location: FieldLocation, otherNames: readonly string[]): IdSlot[] {
  return fieldsOf(route, location).flatMap(([name, schema]) => {
    const kind =
      idPrefixOf(schema) ?? idPrefixOf(schema.items ?? {}) ?? otherNames.find((other) => other === name);
    return kind === undefined ? [] : [{ route, location, name, kind, isList: schema.items !== undefined }];
  });
}

/**
 * Finds every parameter and field of a route that names a row.
 *
 * @param otherNames fields that name rows although their pattern is not that of an id
 */
export function idSlotsOf(route: Route, otherNames: readonly string[]): IdSlot[] {
  const fields = (location: FieldLocation) => fieldSlots(route, location, otherNames);
  return [...pathSlots(route), ...fields('query'), ...fields('body')];
}

/** Rows that a caller may work with, by kind as in `IdSlot`. */
export type OwnRows = Readonly<Record<string, string>>;

/** Returns a route's path with ids of the caller's own rows where possible, so that other faults decide. */
export function ownPathOf(route: Route, own: OwnRows): string {
  const given = pathSlots(route).flatMap(({ name, kind }) => {
    const id = own[kind];
    return id === undefined ? [] : [[name, id]];
  });
  return pathOf(route, Object.fromEntries(given) as Record<string, string>);
}
