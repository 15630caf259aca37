import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { FieldProblem } from '../errors/fault.ts';

/** A file of a form, while it is received. */
export interface ReceivedFile {
  /** The name that the client gave; null if it gave none. */
  name: string | null;
  mediaType: string;
  /** The content. Fails with a fault when the file exceeds the route's limit, or is cut off. */
  bytes: Readable;
}

/**
 * Schema of a body's fields: an object, or an object with a transform to another shape, such as `{ by: 'unit' } | { by:
 * 'label' }`.
 */
export type FieldsSchema = z.ZodObject | z.ZodPipe<z.ZodObject, z.ZodTransform>;

/** Returns the schema of the object that a client sends. */
export const sentObject = (schema: FieldsSchema): z.ZodObject =>
  schema instanceof z.ZodPipe ? schema.in : schema;

/** Changes the schema of the object that a client sends. */
export function withSentObject(schema: FieldsSchema, change: (sent: z.ZodObject) => z.ZodObject): z.ZodType {
  const sent: z.ZodType = change(sentObject(schema));
  return schema instanceof z.ZodPipe ? z.pipe(sent, schema.out) : sent;
}

/** The bodies that a route accepts, by kind. Limits are in bytes; a body over its limit answers 413. */
export interface BodyKinds {
  /**
   * One JSON object. Default limit 1 MiB. If it is streamed, `run` reads the bytes and checks them against the schema.
   */
  json?: { schema: FieldsSchema; maxBytes?: number; isStreamed?: true };
  /** The fields of an HTML form. Default maximum 100 fields. */
  form?: { schema: FieldsSchema; maxBytes: number; maxFields?: number };
  /**
   * A table in a file, whose bytes `run` reads as a stream. Default `text/csv` in any character set. All other input of
   * the route is in its query.
   */
  table?: { maxBytes: number; mediaTypes?: readonly [string, ...string[]] };
  /** Fields and one file called `file`, which `run` reads as a stream. The limit applies to the file. */
  multipart?: { fields: z.ZodObject; maxBytes: number };
  /** The exact, unparsed bytes. Default: any media type. */
  raw?: { maxBytes: number; mediaTypes?: readonly string[] };
}

export type BodyKind = keyof BodyKinds;

/** The declared body of a route: the schema of its JSON, or its kinds of body. */
export type Body = FieldsSchema | BodyKinds | undefined;

/** Reads a form with a file. */
export interface MultipartForm<Fields> {
  /**
   * Receives the whole form. Fields may come before and after the file, so they are known only at the end.
   *
   * @param take reads the file; the caller must undo its effect if `receive` fails
   * @returns the parsed fields and the result of `take`
   * @throws too_large, malformed for a form that is cut off, invalid for its fields and for a missing file
   */
  receive: <Taken>(take: (file: ReceivedFile) => Promise<Taken>) => Promise<{ fields: Fields; file: Taken }>;
}

interface ReceivedKinds<Fields> {
  json: { kind: 'json'; fields: Fields };
  form: { kind: 'form'; fields: Fields };
  table: { kind: 'table'; bytes: Readable; charset: string | null };
  multipart: { kind: 'multipart' } & MultipartForm<Fields>;
  raw: { kind: 'raw'; bytes: Buffer; mediaType: string | null };
}

/** A JSON body whose bytes `run` reads as a stream. */
interface StreamedJson {
  kind: 'json';
  bytes: Readable;
  /** The faults of the query. `run` adds those of the body and raises one fault with all of them. */
  problems: readonly FieldProblem[];
}

/** A body of one of the kinds that a route accepts. */
export type ReceivedBody<Fields = unknown> = ReceivedKinds<Fields>[BodyKind] | StreamedJson;

type FieldsOf<Kind> = Kind extends
  | { schema: infer S extends z.ZodType }
  | { fields: infer S extends z.ZodType }
  ? z.output<S>
  : never;

type ReceivedAs<Kind, K extends BodyKind> = Kind extends { isStreamed: true }
  ? StreamedJson
  : ReceivedKinds<FieldsOf<Kind>>[K];

/** Body that `run` receives: the fields if a route declares only a schema, else the body with its kind. */
export type BodyOutput<B extends Body> = B extends FieldsSchema
  ? z.output<B>
  : B extends BodyKinds
    ? { [K in keyof B & BodyKind]: ReceivedAs<B[K], K> }[keyof B & BodyKind]
    : undefined;

type SentOf<S> =
  S extends z.ZodPipe<infer In extends z.ZodObject>
    ? z.output<In>
    : S extends z.ZodObject
      ? z.output<S>
      : Record<never, never>;

/** The parsed fields of a body, before a transform changes their shape. */
export type SentFields<B extends Body> = B extends FieldsSchema
  ? SentOf<B>
  : B extends { json: { schema: infer S } }
    ? SentOf<S>
    : Record<never, never>;

const mebibyte = 1024 * 1024;

/** Returns the largest body of a kind that a route reads, in bytes. For a file, it includes the surrounding form. */
export function limitOf(kind: BodyKind, kinds: BodyKinds): number {
  const maxBytes = kinds[kind]?.maxBytes ?? mebibyte;
  return kind === 'multipart' ? maxBytes + mebibyte : maxBytes;
}

/** Whether a route declares only the schema of a JSON body. */
export const isSchema = (body: NonNullable<Body>): body is FieldsSchema => 'safeParse' in body;

/** Returns the kinds of body that a route accepts; none for a route without a body. */
export function bodyKindsOf({ body }: { body?: Body }): BodyKinds {
  if (body === undefined) return {};
  return isSchema(body) ? { json: { schema: body } } : body;
}

/** Lists the schemas of the objects that a client sends in a route's bodies. */
export function bodySchemasOf(route: { body?: Body }): z.ZodObject[] {
  const { json, form, multipart } = bodyKindsOf(route);
  const schemas = [json?.schema, form?.schema, multipart?.fields];
  return schemas.filter((schema) => schema !== undefined).map(sentObject);
}

/** Returns the media types of a kind of body; null for any. */
export function mediaTypesOf(kind: BodyKind, { raw, table }: BodyKinds): readonly string[] | null {
  if (kind === 'raw') return raw?.mediaTypes ?? null;
  if (kind === 'table') return table?.mediaTypes ?? ['text/csv'];
  return [
    {
      json: 'application/json',
      form: 'application/x-www-form-urlencoded',
      multipart: 'multipart/form-data',
    }[kind],
  ];
}
