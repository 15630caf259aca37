import type { Route } from '@pas/platform/http/define-route';
import { idSlotsOf, ownPathOf, type OwnRows } from '../route-attacks/id-slots.ts';
import { inputSchemaOf, type InputSchema } from '../route-attacks/sample-input.ts';

/** A request to a list, or any other route that reads. */
export interface ReadRequest {
  /** What is asked, for people: `sort=-createdAt`. */
  name: string;
  query: string;
}

const page: ReadonlySet<string> = new Set(['limit', 'offset', 'sort']);

/** The fields by which a list can be sorted, which its description names. */
function sortFieldsOf({ query = {} }: Route): string[] {
  const { sort } = query;
  const description = sort && (inputSchemaOf(sort) as { description?: string }).description;
  const [, fields = ''] = /^Comma-separated: ([^;]+);/.exec(description ?? '') ?? [];
  return fields.split(', ').filter((field) => field !== '');
}

const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** An end of a period that holds what the tests have just stored: of one without a row, any plan is as good. */
const momentOf = (name: string): string =>
  new Date(Date.now() + (name === 'to' ? 3_600_000 : -3_600_000)).toISOString();

/** Values of a filter that a schema takes: every one of a few, the row that is named, or a likely one. */
function valuesOf(name: string, schema: InputSchema, id: string | undefined): readonly string[] {
  if (schema.enum) return schema.enum.map(String);
  if (id !== undefined) return [id];
  if (isMoment(schema.example)) return [momentOf(name)];
  if (schema.pattern === String.raw`^\d+$`) return ['1'];
  return [typeof schema.example === 'string' ? schema.example : 'a'];
}

/** Every filter that a route documents, each by itself, with each of the values that it has. */
function filtersOf(route: Route, own: OwnRows): ReadRequest[] {
  const ids = new Map(idSlotsOf(route, []).map(({ name, kind }) => [name, own[kind]]));
  return Object.entries(route.query ?? {})
    .filter(([name]) => !page.has(name))
    .flatMap(([name, schema]) =>
      valuesOf(name, inputSchemaOf(schema), ids.get(name)).map((value) => ({
        name: `${name}=${isMoment(value) ? 'a moment' : value}`,
        query: new URLSearchParams({ [name]: value }).toString(),
      })),
    );
}

/** All that a route can be asked one thing at a time: nothing, each order in both directions, each filter. */
export function readRequestsOf(route: Route, own: OwnRows): ReadRequest[] {
  const orders = sortFieldsOf(route).flatMap((field) => [field, `-${field}`]);
  return [
    { name: 'nothing', query: '' },
    ...orders.map((order) => ({ name: `sort=${order}`, query: `sort=${order}` })),
    ...filtersOf(route, own),
  ];
}

/** The path of a request, of the caller's own rows where it names any. */
export const pathOfRequest = (route: Route, own: OwnRows, { query }: ReadRequest): string =>
  ownPathOf(route, own) + (query === '' ? '' : `?${query}`);
