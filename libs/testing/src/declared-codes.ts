import type { Problem } from '@pas/platform/http/render-error';
import type { Route } from '@pas/platform/http/define-route';
import { codesOf, failureStatuses } from '@pas/shared/routes/failure-codes';

/** Whether a path belongs to a route: `/units/unit_01…` to `/units/{id}`. */
function isPathOf({ path }: Route, asked: string): boolean {
  const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(asked.split('?', 1)[0] ?? '');
}

/** An answer and its request. */
interface AnsweredRequest {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** Whether the answer refuses a request that did not come through the gateway. */
const isBesideGateway = (status: number, code: string): boolean =>
  status === 401 && code === 'credentials_missing';

/**
 * Compares a refusal with the codes that the description of its route lists. Another code is a defect.
 *
 * @throws Error that names the code and the route
 */
export function requireDeclaredCode(
  routes: readonly Route[],
  { method, path, status: answered, body }: AnsweredRequest,
): void {
  const status = failureStatuses.find((each) => each === answered);
  const { code } = (body ?? {}) as Partial<Problem>;
  if (status === undefined || code === undefined || isBesideGateway(status, code)) return;
  const ofMethod = routes.filter((each) => each.method === method.toLowerCase());
  const literal = ofMethod.find((each) => each.path === path.split('?', 1)[0]);
  const route = literal ?? ofMethod.find((each) => isPathOf(each, path));
  if (!route || codesOf({ route, unknownInput: 'refuse' }, status).includes(code)) return;
  throw new Error(
    `${method} ${route.path} has answered ${status} ${code}, which its description does not list.`,
  );
}
