import type { IncomingHttpHeaders } from 'node:http';
import type { PublicContext } from '../context/operation-context.ts';
import { findProblems } from '../errors/check-all.ts';
import type { FieldProblem } from '../errors/fault.ts';
import { invalid } from '../errors/raise.ts';
import type { Route } from './define-route.ts';
import type { ParsedInput, ReadInput } from './parse-input.ts';

export const idempotencyKeyHeader = 'idempotency-key';

const keyPattern = /^[\x20-\x7e]{1,255}$/;

const badKey: FieldProblem = {
  path: 'Idempotency-Key',
  code: 'invalid_format',
  message: 'Idempotency-Key: Use 1 to 255 printable ASCII characters.',
};

const missingTenant: FieldProblem = {
  path: 'tenantId',
  code: 'tenant_required',
  message: 'Name the tenant with ?tenantId=.',
};

/** A request whose input has been read. */
interface CheckedRequest {
  route: Route;
  ctx: PublicContext;
  headers: IncomingHttpHeaders;
  /** Whether the route honours an `Idempotency-Key`. */
  isKeyed: boolean;
  /** Problems that the guard has found in the headers. */
  headerProblems?: readonly FieldProblem[] | undefined;
}

const lacksTenant = ({ route, ctx }: CheckedRequest): boolean =>
  route.tenant === 'required' && ctx.tenantId === null;

function hasBadKey({ headers, isKeyed }: CheckedRequest): boolean {
  const key = headers[idempotencyKeyHeader];
  return isKeyed && typeof key === 'string' && !keyPattern.test(key);
}

/**
 * Runs a route's `check` on the fields that their schemas accept. Without a tenant no look-up is possible. A field that
 * already has a problem is not reported twice.
 */
async function checkValid(request: CheckedRequest, read: ReadInput): Promise<readonly FieldProblem[]> {
  const { route, ctx } = request;
  if (!route.check || lacksTenant(request)) return [];
  const known = new Set(read.problems.map(({ path }) => path));
  const found = await findProblems(async () => route.check?.({ ...read.validPart(), ctx }));
  return found.filter(({ path }) => !known.has(path));
}

/**
 * Returns the input of a request without problems in its schemas, its tenant and its `Idempotency-Key`.
 *
 * @throws invalid with all problems at once, including those of the route's `check`; not_found for a malformed id in
 *   the path
 */
export async function requireValid(request: CheckedRequest, read: ReadInput): Promise<ParsedInput> {
  const tenant = lacksTenant(request) ? [missingTenant] : [];
  const key = hasBadKey(request) ? [badKey] : [];
  const problems = [...tenant, ...(request.headerProblems ?? []), ...key, ...read.problems];
  if (problems.length === 0) return read.parsed();
  const found = await checkValid(request, read);
  throw invalid([...problems, ...read.deferred, ...found], tenant[0]?.code);
}
