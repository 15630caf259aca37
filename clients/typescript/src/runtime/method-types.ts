import type { Call } from './call.ts';
import type { Change, Page } from './lists.ts';
import type { CallOptions } from './options.ts';

/** Bodies that are not JSON: a table as text or bytes, or a form with a file. */
export type FileBody = string | Uint8Array | Blob | FormData;

type ObjectMedia = 'application/json' | 'application/x-www-form-urlencoded';

type SentBody<Content> = {
  [Media in keyof Content]: Media extends ObjectMedia ? Content[Media] : FileBody;
}[keyof Content];

/** The body that an operation takes. */
export type Body<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: infer Content }
    ? SentBody<Content>
    : never
  : never;

/** The query that an operation takes. */
export type Query<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

type JsonOf<R> = R extends { content: { 'application/json': infer Json } } ? Json : never;

/** An effect of a planned operation: the entities of one kind, with at most five examples. */
export interface PlanEffect {
  kind: string;
  count: number;
  examples: readonly { id: string; label: string | null }[];
}

/** The effects of an operation. Its `hash` commits exactly these, as the option `query: { plan: hash }`. */
export interface Plan {
  hash: string;
  operation: string;
  expiresAt: string;
  effects: readonly PlanEffect[];
}

/** The answer to a dry run. */
interface PlanAnswer {
  plan: unknown;
}

/** The whole JSON of a successful answer. */
export type Whole<O> = O extends { responses: infer R }
  ? {
      [Status in keyof R]: Status extends 200 | 201 | 202 ? Exclude<JsonOf<R[Status]>, PlanAnswer> : never;
    }[keyof R]
  : never;

/** The member of a successful answer that the client returns. */
export type Result<O, Member extends string> =
  Whole<O> extends Record<Member, unknown> ? Whole<O>[Member] : never;

/** A deleted row of a list. */
export interface Tombstone {
  id: string;
  deletedAt: string;
}

type ListedRow<O, Member extends string> = Result<O, Member> extends readonly (infer Row)[] ? Row : never;

/** A row of a list. */
export type Row<O, Member extends string> = Exclude<ListedRow<O, Member>, Tombstone>;

type DeletedRow<Q> = Q extends { includeDeleted: true } ? Tombstone : never;

type PageField = 'limit' | 'offset' | 'sort' | 'updatedSince' | 'includeDeleted';

/** Filters of a list, without those that select a page. */
export type Filters<O> = Omit<Query<O>, PageField>;

/** Options of a call with a body whose operation takes a query too. */
export type QueryOptions<O> = CallOptions & { query?: Query<O> };

/** Options of a dry run, which answers the plan of an operation and changes nothing. */
export type DryRunOptions<O> = CallOptions & { query: Query<O> & { dryRun: true } };

/** Reads one page of a list. */
export type ListMethod<O, Member extends string, Path extends readonly unknown[] = []> = <
  const Q extends Query<O>,
>(
  ...values: [...Path, query?: Q, options?: CallOptions]
) => Call<Page<Row<O, Member> | DeletedRow<Q>>>;

/** Walks along all rows of a list. It skips no row, although others are added or removed meanwhile. */
export type IterateMethod<O, Member extends string, Path extends readonly unknown[] = []> = (
  ...values: [...Path, filters?: Filters<O>, options?: CallOptions]
) => AsyncGenerator<Row<O, Member>>;

/** Walks along the changed and deleted rows of a list, the oldest change first. */
export type ChangesMethod<O, Member extends string, Path extends readonly unknown[] = []> = (
  ...values: [...Path, filters?: Filters<O> & { since?: string }, options?: CallOptions]
) => AsyncGenerator<Change<Row<O, Member>>>;
