import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { FieldProblem } from '../errors/fault.ts';
import { invalid, notFound, preconditionFailed } from '../errors/raise.ts';
import {
  bodyKindsOf,
  bodySchemasOf,
  isSchema,
  sentObject,
  withSentObject,
  type BodyKinds,
  type FieldsSchema,
  type ReceivedBody,
} from './body-kinds.ts';
import type { Route } from './define-route.ts';
import { fieldProblems } from './field-problems.ts';
import { looseObjects } from './loose-objects.ts';
import { periodProblems } from './period-problems.ts';
import type { RawBody } from './receive-body.ts';
import { soundFields } from './sound-fields.ts';

/** Whether unknown parameters and fields are refused (a typo must not pass) or ignored (old apps live long). */
export type UnknownInput = 'refuse' | 'ignore';

/** Fields that a client never sets unless a schema says so; refused even where unknown ones are ignored. */
const guardedFields = ['id', '_id', 'tenantId', 'kind', 'role', 'status', 'email', 'scopes', 'version'];

interface RawInput {
  params: unknown;
  query: Record<string, unknown>;
  /** Undefined when the request has none. */
  body: RawBody | undefined;
}

/** Reads a route's input; schemas are prepared once, when the route is mounted. */
export type InputReader = (input: RawInput) => ReadInput;

/** An input that has been read. */
export interface ReadInput {
  /** All problems that the schemas have found. */
  problems: readonly FieldProblem[];
  /**
   * Gives the whole input, where it has no problems.
   *
   * @throws not_found for a path parameter that can't be an id
   */
  whole(): ParsedInput;
  /**
   * Gives the fields that are sound each by itself, where others have problems.
   *
   * @throws not_found for a path parameter that can't be an id
   */
  sound(): SoundInput;
}

export interface ParsedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** The part of an input that the schemas take: fields with problems are left out. */
export interface SoundInput extends ParsedInput {
  /** The fields that the body's schema names; none of a body that is read as it arrives. */
  body: Record<string, unknown>;
  /** The names of the fields with problems, the first one of a dotted path. */
  faulty: ReadonlySet<string>;
}

function parseParams(schema: z.ZodObject, params: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

function collect(schema: z.ZodType, value: unknown, problems: FieldProblem[]): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  problems.push(...fieldProblems(parsed.error));
  return undefined;
}

/** Takes the first value of a repeated parameter, so that its other problems are reported too. */
function takeOnce(query: Record<string, unknown>, problems: FieldProblem[]): Record<string, unknown> {
  const once = Object.entries(query).map(([path, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [path, value];
    problems.push({ path, code: 'repeated', message: `${path} can be given only once.` });
    return [path, value[0]];
  });
  return Object.fromEntries(once);
}

function guardedProblems(schema: z.ZodObject, body: unknown): FieldProblem[] {
  if (typeof body !== 'object' || body === null) return [];
  return guardedFields
    .filter((path) => Object.hasOwn(body, path) && !Object.hasOwn(schema.shape, path))
    .map((path) => ({ path, code: 'unknown_field', message: `${path} can't be set here. Remove it.` }));
}

const nothing = z.object({});

/**
 * The kinds of body that are read for a route. One that takes no body still has JSON read where unknown fields are
 * refused: there, all of them are unknown.
 */
export function readKinds(route: Route, unknownInput: UnknownInput): BodyKinds {
  const isRefusing = unknownInput === 'refuse' && route.method !== 'get' && route.body === undefined;
  return isRefusing ? { json: { schema: nothing } } : bodyKindsOf(route);
}

/** A mistake of ours, found when the route is mounted. */
function requireStrictParts(route: Route): void {
  const { method, path } = route;
  const loose = bodySchemasOf(route).flatMap((schema) => looseObjects(schema));
  if (loose.length === 0) return;
  throw new Error(`${method} ${path} lets unknown fields pass in ${loose.join(', ')}. Use z.strictObject.`);
}

/** Parses the fields of a body; what is wrong with them is added to the problems. */
type FieldsParser = (fields: unknown, problems: FieldProblem[]) => unknown;

/** Prepares the parser of fields. Pages accept unknown fields: a form is shown again, not refused. */
function fieldsParser(schema: FieldsSchema, { answers }: Route, unknownInput: UnknownInput): FieldsParser {
  const isPage = answers === 'page';
  const isStrict = unknownInput === 'refuse' && !isPage;
  const prepared = withSentObject(schema, (sent) => (isStrict ? sent.strict() : sent));
  return (fields = {}, problems) => {
    const parsed = collect(prepared, fields, problems);
    if (!isStrict && !isPage) problems.push(...guardedProblems(sentObject(schema), fields));
    return parsed;
  };
}

/** Has the fields of a form parsed when its file is received. */
function formOf(raw: RawBody & { kind: 'multipart' }, parse: FieldsParser): ReceivedBody {
  return {
    kind: 'multipart',
    receive: async (take) => {
      const { fields, problems, file } = await raw.receive(take);
      const parsed = parse(fields, problems);
      if (problems.length > 0 || file === undefined) throw invalid(problems);
      return { fields: parsed, file };
    },
  };
}

/** Prepares the parser of a route's bodies. A body that is streamed takes the faults of the query along. */
function bodyParser(route: Route, unknownInput: UnknownInput) {
  const { json, form, multipart } = readKinds(route, unknownInput);
  const prepare = (schema: FieldsSchema = nothing) => fieldsParser(schema, route, unknownInput);
  const parsers = {
    json: prepare(json?.schema),
    form: prepare(form?.schema),
    multipart: prepare(multipart?.fields),
  };
  const absent: RawBody | undefined = json || form ? { kind: json ? 'json' : 'form', value: {} } : undefined;
  return (given: RawBody | undefined, problems: FieldProblem[]): ReceivedBody | undefined => {
    const raw = given ?? absent;
    if (raw?.kind === 'multipart') return formOf(raw, parsers.multipart);
    if (raw?.kind === 'json' && 'bytes' in raw) return { ...raw, problems: problems.splice(0) };
    if (!raw || !('value' in raw)) return raw;
    return { kind: raw.kind, fields: parsers[raw.kind](raw.value, problems) } as ReceivedBody;
  };
}

/** What `run` gets of a body: the fields alone where its route declares no kinds. */
function unwrap({ body }: Route, received: ReceivedBody | undefined): unknown {
  if (body === undefined) return undefined;
  return isSchema(body) && received && 'fields' in received ? received.fields : received;
}

/** The schemas of the fields that a body of that kind may have. */
function bodyShape(route: Route, raw: RawBody | undefined): Record<string, z.ZodType> {
  const { json, form } = bodyKindsOf(route);
  const kind = raw?.kind === 'form' ? form : json;
  return kind ? sentObject(kind.schema).shape : {};
}

/**
 * Prepares the reader of one route's input.
 *
 * @throws when unknown fields are to be refused and an object within the body would let them pass
 */
export function inputReader(route: Route, unknownInput: UnknownInput): InputReader {
  const isStrict = unknownInput === 'refuse' && route.answers !== 'page';
  if (isStrict) requireStrictParts(route);
  const params = z.object(route.params ?? {});
  const query = (isStrict ? z.strictObject : z.object)(route.query ?? {});
  const parseBody = bodyParser(route, unknownInput);
  return (input) => {
    const problems: FieldProblem[] = [];
    const sentQuery = takeOnce(input.query, problems);
    const parsedQuery = collect(query, sentQuery, problems);
    problems.push(...periodProblems(soundFields(route.query ?? {}, sentQuery)));
    const body = parseBody(input.body, problems);
    const sentBody = input.body && 'value' in input.body ? input.body.value : undefined;
    return {
      problems,
      whole: () => ({
        params: parseParams(params, input.params),
        query: (parsedQuery ?? soundFields(route.query ?? {}, sentQuery)) as Record<string, unknown>,
        body: unwrap(route, body),
      }),
      sound: () => ({
        params: parseParams(params, input.params),
        query: soundFields(route.query ?? {}, sentQuery),
        body: soundFields(bodyShape(route, input.body), sentBody),
        faulty: new Set(problems.map(({ path }) => path.split('.')[0] ?? '')),
      }),
    };
  };
}

/**
 * Reads the versions that `If-Match` names (RFC 9110, section 13.1.1): null for `*` and where the header is absent. A
 * tag that is weak or not ours matches nothing, which the comparison then answers with 412.
 */
export function readIfMatch(headers: IncomingHttpHeaders): readonly number[] | null {
  const value = headers['if-match'];
  if (value === undefined || value.trim() === '*') return null;
  return value.split(',').map((tag) => Number(/^"([1-9]\d{0,14})"$/.exec(tag.trim())?.[1] ?? Number.NaN));
}

/** @throws precondition_failed when `If-Match` names other versions than the row's */
export function requireVersion(row: { version: number }, ifMatch: readonly number[] | null): void {
  if (ifMatch !== null && !ifMatch.includes(row.version)) throw preconditionFailed();
}
