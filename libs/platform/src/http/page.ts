import { z } from 'zod';
import { maxQueryWords, queryWords } from '../text/search-words.ts';
import { Moment } from './moment.ts';

/** A requested page of a list: offset, limit and order. */
export interface Page {
  limit: number;
  offset: number;
  sort: readonly SortKey[];
}

export interface SortKey {
  field: string;
  direction: 1 | -1;
}

const maxLimit = 200;
const maxOffset = 10_000_000;

/** A whole number in a query, whose values are text. */
export const PlainInteger = z.string().regex(/^\d+$/, 'Expected a plain whole number.').transform(Number);

/** Describes a parameter of a query as an integer, although its value is text. */
export const asInteger =
  (bounds: { minimum: number; maximum?: number; default: number }) =>
  ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    delete jsonSchema['pattern'];
    Object.assign(jsonSchema, { type: 'integer', ...bounds });
  };

const Limit = PlainInteger.refine((limit) => limit >= 1, 'Expected 1 or more.')
  .transform((limit) => Math.min(limit, maxLimit))
  .default(50)
  .meta({
    description: 'Rows on a page. A number above 200 counts as 200.',
    override: asInteger({ minimum: 1, default: 50 }),
  });

const Offset = PlainInteger.refine((offset) => offset <= maxOffset, `Expected at most ${maxOffset}.`)
  .default(0)
  .meta({
    description:
      'Rows to skip. A row that is added before them meanwhile moves the others by one; see `sort`.',
    override: asInteger({ minimum: 0, maximum: maxOffset, default: 0 }),
  });

const parseSortKey = (text: string): SortKey =>
  text.startsWith('-') ? { field: text.slice(1), direction: -1 } : { field: text, direction: 1 };

/** Orders that differ from those of plain text, by field. */
const orderRules: Readonly<Record<string, string>> = {
  label: 'Labels count numbers: 1, 1A, 2, 10.',
  name: 'Names sort without case, accents and apostrophes.',
  lastName: 'Names sort without case, accents and apostrophes.',
};

const rulesOf = (fields: readonly string[]): string =>
  fields.flatMap((field) => (orderRules[field] === undefined ? [] : [` ${orderRules[field]}`])).join('');

/** The fields that sort new rows last, in the order of preference. */
const growingFields = ['seq', 'createdAt'];

/** Describes the order in which a client can read a whole list while rows are added. */
function stableOrder(fields: readonly string[]): string {
  const field = growingFields.find((each) => fields.includes(each));
  return field === undefined
    ? ''
    : ` To read a whole list page by page, use \`sort=${field}\`: rows that are added meanwhile come last. With \`-${field}\`, each of them makes the next page repeat a row.`;
}

function sortSchema(fields: readonly string[], direction: 1 | -1) {
  const example = `${direction === -1 ? '-' : ''}${fields[0]}`;
  const key = `-?(?:${fields.join('|')})`;
  return z
    .string()
    .transform((text) => text.split(',').map(parseSortKey))
    .refine(
      (keys) => keys.every((key) => fields.includes(key.field)),
      `Expected one of ${fields.join(', ')}, with - for descending.`,
    )
    .refine((keys) => new Set(keys.map((key) => key.field)).size === keys.length, 'Name each field once.')
    .default([{ field: fields[0] ?? 'createdAt', direction }])
    .meta({
      description: `Comma-separated: ${fields.join(', ')}; a leading - sorts descending. Equal rows are in the order of their ids.${rulesOf(fields)}${stableOrder(fields)}`,
      override: { type: 'string', pattern: `^${key}(?:,${key})*$`, default: example, example },
    });
}

/**
 * The query parameters of every list: `limit`, `offset` and `sort` by the given fields. Default order: descending by
 * the first field.
 */
export function pageQuery(sortFields: readonly [string, ...string[]], direction: 1 | -1 = -1) {
  return { limit: Limit, offset: Offset, sort: sortSchema(sortFields, direction) };
}

/** `updatedSince`: rows that changed since a moment, for clients that keep a copy. */
export const UpdatedSince = Moment.optional().meta({
  description:
    'Only rows that changed at this time or later. To continue, send the latest `updatedAt` that you have.',
});

/** Makes the schema of a boolean in a query: the text `true` or `false`. */
export const booleanQuery = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description,
      override: ({ jsonSchema }) => {
        delete jsonSchema['enum'];
        jsonSchema['type'] = 'boolean';
      },
    });

/** `includeDeleted`: also lists deleted rows, each with its id and the time of its deletion. */
export const IncludeDeleted = booleanQuery(
  'Also lists deleted rows, as `{ id, deletedAt }`. Use it together with `updatedSince`.',
);

/**
 * The query parameters of a list of changes whose rows no caller deletes. It accepts `includeDeleted` as every other
 * list does, so that one client can read all lists.
 */
export const keptChangesQuery = {
  updatedSince: UpdatedSince,
  includeDeleted: booleanQuery(
    'As in other lists of changes. Rows of this list are never deleted, so it adds none.',
  ),
};

/** `q`: beginnings of words of a name, label, e-mail or phone, see `queryWords`. */
export const SearchPrefix = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'Use no control characters.')
  .refine((q) => queryWords(q).length <= maxQueryWords, `Use at most ${maxQueryWords} words.`)
  .optional()
  .meta({
    description: `Finds rows by their name, label, e-mail or phone. Each of its words, at most ${maxQueryWords}, must begin a word of the row, in any order. Case, accents and punctuation do not count: \`reyes, jose\` finds José Reyes. Digits and separators alone are one word: \`(212) 555\`, \`555-0107\`.`,
    example: 'reyes, jose',
  });

/** Makes the envelope of a list: rows under the resource's plural, the total, and the position of the page. */
export function listEnvelope<Plural extends string, Row extends z.ZodType>(plural: Plural, row: Row) {
  return z.object({
    [plural]: z.array(row),
    total: z.int().min(0),
    limit: z.int().min(1),
    offset: z.int().min(0),
  } as { [K in Plural]: z.ZodArray<Row> } & { total: z.ZodInt; limit: z.ZodInt; offset: z.ZodInt });
}

interface PagePosition {
  total: number;
  limit: number;
  offset: number;
}

/** Whether a body is a page of a list. The `Link` header of a page names its neighbours. */
export function isPage(body: unknown): body is PagePosition {
  const { total, limit, offset } = (body ?? {}) as Partial<PagePosition>;
  return typeof total === 'number' && typeof limit === 'number' && typeof offset === 'number';
}

/**
 * The longest link. Percent-encoding can make a query three times as long. Most clients and proxies accept 16 KiB of
 * headers. A full `ids` filter fits twice.
 */
const maxLinkLength = 7000;

/**
 * The `Link` header of a page (RFC 8288): path-absolute, so that it is valid behind any host name. A link that is too
 * long for a header is omitted.
 */
export function pageLinks(requestUrl: string, { total, limit, offset }: PagePosition): string | null {
  const path = requestUrl.split('?', 1)[0] ?? '';
  const link = (start: number, rel: string): string => {
    const query = new URLSearchParams(requestUrl.slice(path.length));
    query.set('limit', String(limit));
    query.set('offset', String(start));
    return `<${path}?${query.toString()}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (offset + limit < total && offset + limit <= maxOffset) links.push(link(offset + limit, 'next'));
  if (offset > 0) links.push(link(Math.max(0, offset - limit), 'prev'));
  return links.filter((each) => each.length <= maxLinkLength).join(', ') || null;
}
