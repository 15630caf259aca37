import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { FieldProblem } from '../errors/fault.ts';
import { invalid, notFound, preconditionFailed } from '../errors/raise.ts';
import type { Route } from './define-route.ts';
import { fieldProblems } from './field-problems.ts';

/** Whether unknown parameters and fields are refused (a typo must not pass) or ignored (old apps live long). */
export type UnknownInput = 'refuse' | 'ignore';

/** Fields that a client never sets unless a schema says so; refused even where unknown ones are ignored. */
const guardedFields = ['id', '_id', 'tenantId', 'kind', 'role', 'status', 'email', 'scopes', 'version'];

/** Parses a route's input; schemas are prepared once, when the route is mounted. */
export interface InputParser {
  (request: { params: unknown; query: Record<string, unknown>; body: unknown }): ParsedInput;
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

function repeatedParameters(query: Record<string, unknown>): FieldProblem[] {
  return Object.keys(query)
    .filter((name) => typeof query[name] !== 'string')
    .map((path) => ({ path, code: 'repeated', message: `${path} may be given once only.` }));
}

function guardedProblems(schema: z.ZodObject, body: unknown): FieldProblem[] {
  if (typeof body !== 'object' || body === null) return [];
  return guardedFields
    .filter((path) => Object.hasOwn(body, path) && !Object.hasOwn(schema.shape, path))
    .map((path) => ({ path, code: 'unknown_field', message: `${path} can't be set here. Remove it.` }));
}

/** Prepares the parser of one route. A path parameter that can't be an id is answered as an unknown one. */
export function inputParser(route: Route, unknownInput: UnknownInput): InputParser {
  const shape = unknownInput === 'refuse' ? z.strictObject : z.object;
  const params = z.object(route.params ?? {});
  const query = shape(route.query ?? {});
  const body = unknownInput === 'refuse' ? route.body?.strict() : route.body;
  return (request) => {
    const problems = repeatedParameters(request.query);
    const parsedQuery = problems.length > 0 ? {} : collect(query, request.query, problems);
    const parsedBody = body && collect(body, request.body ?? {}, problems);
    if (body && unknownInput === 'ignore') problems.push(...guardedProblems(body, request.body));
    if (problems.length > 0) throw invalid(problems);
    const parsedParams = parseParams(params, request.params);
    return { params: parsedParams, query: parsedQuery as Record<string, unknown>, body: parsedBody };
  };
}

/**
 * Reads the versions that `If-Match` names (RFC 9110, section 13.1.1): null for `*` and where the header is absent. A
 * tag that is weak or not ours matches nothing, which the comparison then answers with 412.
 */
export function readIfMatch(headers: IncomingHttpHeaders): readonly number[] | null {
  const value = headers['if-match'];
  if (value === undefined || value.trim() === '*') return null;
  return value.split(',').map((tag) => Number(/^"(\d{1,15})"$/.exec(tag.trim())?.[1] ?? Number.NaN));
}

/** @throws precondition_failed when `If-Match` names other versions than the row's */
export function requireVersion(row: { version: number }, ifMatch: readonly number[] | null): void {
  if (ifMatch !== null && !ifMatch.includes(row.version)) throw preconditionFailed();
}
