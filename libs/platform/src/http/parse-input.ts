import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { FieldProblem } from '../errors/fault.ts';
import { invalid, notFound, preconditionFailed } from '../errors/raise.ts';
import type { Route } from './define-route.ts';
import { fieldProblems } from './field-problems.ts';
import { looseObjects } from './loose-objects.ts';

/** Whether unknown parameters and fields are refused (a typo must not pass) or ignored (old apps live long). */
export type UnknownInput = 'refuse' | 'ignore';

/** Fields that a client never sets unless a schema says so; refused even where unknown ones are ignored. */
const guardedFields = ['id', '_id', 'tenantId', 'kind', 'role', 'status', 'email', 'scopes', 'version'];

interface RawInput {
  params: unknown;
  query: Record<string, unknown>;
  /** Undefined when the request has none. */
  body: unknown;
}

/** Parses a route's input; schemas are prepared once, when the route is mounted. */
export interface InputParser {
  /**
   * @param missing problems found elsewhere, told together with those found here; the first one's code is the answer's
   * @throws invalid with all problems at once, not_found for a path parameter that can't be an id
   */
  (input: RawInput, missing?: readonly FieldProblem[]): ParsedInput;
}

export interface ParsedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
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

/** Takes the first value of a repeated parameter, so that what else is wrong with it is told too. */
function takeOnce(query: Record<string, unknown>, problems: FieldProblem[]): Record<string, unknown> {
  const once = Object.entries(query).map(([path, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [path, value];
    problems.push({ path, code: 'repeated', message: `${path} may be given once only.` });
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

/** A mistake of ours, found when the route is mounted. */
function requireStrictParts({ method, path, body }: Route): void {
  const loose = body ? looseObjects(body) : [];
  if (loose.length === 0) return;
  throw new Error(`${method} ${path} lets unknown fields pass in ${loose.join(', ')}. Use z.strictObject.`);
}

/**
 * Prepares the parser of one route.
 *
 * @throws when unknown fields are to be refused and an object within the body would let them pass
 */
export function inputParser(route: Route, unknownInput: UnknownInput): InputParser {
  const isStrict = unknownInput === 'refuse';
  if (isStrict) requireStrictParts(route);
  const params = z.object(route.params ?? {});
  const query = (isStrict ? z.strictObject : z.object)(route.query ?? {});
  const body = isStrict ? (route.body ?? nothing).strict() : route.body;
  return (input, missing = []) => {
    const problems = [...missing];
    const parsedQuery = collect(query, takeOnce(input.query, problems), problems);
    const parsedBody = body && collect(body, input.body === undefined ? {} : input.body, problems);
    if (body && !isStrict) problems.push(...guardedProblems(body, input.body));
    if (problems.length > 0) throw invalid(problems, missing[0]?.code);
    return {
      params: parseParams(params, input.params),
      query: parsedQuery as Record<string, unknown>,
      body: route.body && parsedBody,
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
