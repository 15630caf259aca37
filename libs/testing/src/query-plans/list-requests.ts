import type { Route } from '@pas/platform/http/define-route';
import { idSlotsOf, ownPathOf, type OwnRows } from '../route-attacks/id-slots.ts';
import { inputSchemaOf, type InputSchema } from '../route-attacks/sample-input.ts';

/** A request to a list, or any other route that reads. */
export interface ReadRequest {
  /** The readable name of the request: `sort=-createdAt`. */
  name: string;
  query: string;
}

const page: ReadonlySet<string> = new Set(['limit', 'offset', 'sort']);

/** Reads the sort fields of a list from its description. */
function sortFieldsOf({ query = {} }: Route): string[] {
  const { sort } = query;
  const description = sort && (inputSchemaOf(sort) as { description?: string }).description;
  const [, fields = ''] = /^Comma-separated: ([^;]+);/.exec(description ?? '') ?? [];
  return fields.split(', ').filter((field) => field !== '');
}

const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Returns an end of a period that contains the rows of the tests. With an empty period all plans would be equal. */
const momentOf = (name: string): string =>
  new Date(Date.now() + (name === 'to' ? 3_600_000 : -3_600_000)).toISOString();

/** Returns values of a filter: those of an enum, the id of the caller's own row, or a likely value. */
function valuesOf(name: string, schema: InputSchema, id: string | undefined): readonly string[] {
  if (schema.enum) return schema.enum.map(String);
  if (id !== undefined) return [id];
  if (isMoment(schema.example)) return [momentOf(name)];
  if (schema.pattern === String.raw`^\d+$`) return ['1'];
  return [typeof schema.example === 'string' ? schema.example : 'a'];
}

/** Lists the documented filters of a route, each by itself and with each of its values. */
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

/** Lists the requests with one parameter at most: none, each order in both directions, each filter. */
export function readRequestsOf(route: Route, own: OwnRows): ReadRequest[] {
  const orders = sortFieldsOf(route).flatMap((field) => [field, `-${field}`]);
  return [
    { name: 'nothing', query: '' },
    ...orders.map((order) => ({ name: `sort=${order}`, query: `sort=${order}` })),
    ...filtersOf(route, own),
  ];
}

/** The page with only the second row. A list counts its rows for this page, so the plan of the count is checked too. */
const secondRow = { limit: '1', offset: '1' };

/** Returns the path of a request, with ids of the caller's own rows. */
export function pathOfRequest(route: Route, own: OwnRows, { query }: ReadRequest): string {
  const isPaged = Object.keys(secondRow).every((name) => name in (route.query ?? {}));
  const search = [query, isPaged ? new URLSearchParams(secondRow).toString() : ''].filter(Boolean).join('&');
  return ownPathOf(route, own) + (search === '' ? '' : `?${search}`);
}
