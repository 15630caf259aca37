import { z } from 'zod';
import type { FieldProblem } from '../errors/fault.ts';
import { invalid, notFound } from '../errors/raise.ts';
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
import { validFields } from './valid-fields.ts';

/**
 * Treatment of unknown parameters and fields: refused, so that typos are found, or ignored for the sake of old apps.
 */
export type UnknownInput = 'refuse' | 'ignore';

/** Fields that a client may set only if a schema declares them. They are refused even if unknown fields are ignored. */
const guardedFields = ['id', '_id', 'tenantId', 'kind', 'role', 'status', 'email', 'scopes', 'version'];

interface RawInput {
  params: unknown;
  query: Record<string, unknown>;
  /** Undefined if the request has no body. */
  body: RawBody | undefined;
}

/** Reads a route's input. Its schemas are prepared once, when the route is mounted. */
export type InputReader = (input: RawInput) => ReadInput;

/** Result of reading an input. */
export interface ReadInput {
  /** All problems that the schemas have found. */
  problems: readonly FieldProblem[];
  /** Problems that a streamed body reports with its own, if the request is not refused before. */
  deferred: readonly FieldProblem[];
  /**
   * Returns the whole input if it has no problems.
   *
   * @throws not_found for a path parameter that can't be an id
   */
  parsed(): ParsedInput;
  /**
   * Returns the fields that are valid on their own if others have problems.
   *
   * @throws not_found for a path parameter that can't be an id
   */
  validPart(): ValidPart;
}

export interface ParsedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** The valid part of an input, without the fields that have problems. */
export interface ValidPart extends ParsedInput {
  /** The fields that the body's schema declares; none for a streamed body. */
  body: Record<string, unknown>;
  /** The names of the fields with problems: the first part of each dotted path. */
  faulty: ReadonlySet<string>;
}

function collect(schema: z.ZodType, value: unknown, problems: FieldProblem[]): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  problems.push(...fieldProblems(parsed.error));
  return undefined;
}

/**
 * Prepares the parser of a path's parameters. A malformed id is not_found. An invalid field of the resource, as in
 * `/by-external-id/{externalId}`, is added to the problems.
 */
function pathParser({ params = {}, path }: Route) {
  const hasFieldInPath = path.includes('/by-');
  const schema = z.object(params);
  return (sent: unknown, problems: FieldProblem[]): (() => Record<string, unknown>) => {
    const parsed = schema.safeParse(sent, { reportInput: true });
    if (!parsed.success && hasFieldInPath) problems.push(...fieldProblems(parsed.error));
    return () => {
      if (parsed.success) return parsed.data;
      throw hasFieldInPath ? invalid(problems) : notFound();
    };
  };
}

/** Returns the first value of each parameter, and reports repeated ones. So other problems are reported too. */
function firstValues(query: Record<string, unknown>, problems: FieldProblem[]): Record<string, unknown> {
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
 * Returns the kinds of body that are read for a route. If unknown fields are refused, a route without a body still
 * reads JSON, and all of its fields are unknown.
 */
export function acceptedKinds(route: Route, unknownInput: UnknownInput): BodyKinds {
  const isRefusing = unknownInput === 'refuse' && route.method !== 'get' && route.body === undefined;
  return isRefusing ? { json: { schema: nothing } } : bodyKindsOf(route);
}

/** Refuses a route with an inner object that accepts unknown fields, when the route is mounted. */
function requireStrictParts(route: Route): void {
  const { method, path } = route;
  const loose = bodySchemasOf(route).flatMap((schema) => looseObjects(schema));
  if (loose.length === 0) return;
  throw new Error(`${method} ${path} lets unknown fields pass in ${loose.join(', ')}. Use z.strictObject.`);
}

/** Parses the fields of a body and adds their faults to the problems. */
type FieldsParser = (fields: unknown, problems: FieldProblem[]) => unknown;

/**
 * Prepares the parser of fields. Pages accept unknown fields, because a page shows its form again instead of a refusal.
 */
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

/** Parses the fields of a form after its file is received. */
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

/** Prepares the parser of a route's bodies. A streamed body gets the faults of the query. */
function bodyParser(route: Route, unknownInput: UnknownInput) {
  const { json, form, multipart } = acceptedKinds(route, unknownInput);
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

/** Converts a received body to the body that `run` receives: only the fields if its route declares no kinds. */
function unwrap({ body }: Route, received: ReceivedBody | undefined): unknown {
  if (body === undefined) return undefined;
  return isSchema(body) && received && 'fields' in received ? received.fields : received;
}

/** Returns the schemas of the fields of a body, by its kind. */
function bodyShape(route: Route, raw: RawBody | undefined): Record<string, z.ZodType> {
  const { json, form } = bodyKindsOf(route);
  const kind = raw?.kind === 'form' ? form : json;
  return kind ? sentObject(kind.schema).shape : {};
}

/**
 * Prepares the reader of one route's input.
 *
 * @throws when unknown fields must be refused and an object within the body accepts them
 */
export function inputReader(route: Route, unknownInput: UnknownInput): InputReader {
  const isStrict = unknownInput === 'refuse' && route.answers !== 'page';
  if (isStrict) requireStrictParts(route);
  const parsePath = pathParser(route);
  const query = (isStrict ? z.strictObject : z.object)(route.query ?? {});
  const parseBody = bodyParser(route, unknownInput);
  return (input) => {
    const problems: FieldProblem[] = [];
    const readParams = parsePath(input.params, problems);
    const sentQuery = firstValues(input.query, problems);
    const wholeQuery = collect(query, sentQuery, problems) as Record<string, unknown> | undefined;
    const validQuery = wholeQuery ?? validFields(route.query ?? {}, sentQuery);
    problems.push(...periodProblems(validQuery));
    const body = parseBody(input.body, problems);
    const sentBody = input.body && 'value' in input.body ? input.body.value : undefined;
    return {
      problems,
      deferred: body && 'problems' in body ? body.problems : [],
      parsed: () => ({
        params: readParams(),
        query: validQuery,
        body: unwrap(route, body),
      }),
      validPart: () => ({
        params: readParams(),
        query: validQuery,
        body: validFields(bodyShape(route, input.body), sentBody),
        faulty: new Set(problems.map(({ path }) => path.split('.')[0] ?? '')),
      }),
    };
  };
}
