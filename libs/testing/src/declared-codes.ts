import type { Problem } from '@pas/platform/http/render-error';
import type { Route } from '@pas/platform/http/define-route';
import { commonCodes } from '@pas/shared/errors/common-codes';
import { freshLoginOf } from '@pas/shared/principal/require-fresh-login';

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

/**
 * Compares a refusal with the codes that its route declares for the description. An undeclared code is a defect.
 *
 * @throws Error that names the code and the route
 */
export function requireDeclaredCode(
  routes: readonly Route[],
  { method, path, status, body }: AnsweredRequest,
): void {
  const common = commonCodes[status as keyof typeof commonCodes] as readonly string[] | undefined;
  const { code } = (body ?? {}) as Partial<Problem>;
  if (!common || code === undefined || common.includes(code)) return;
  const matching = routes.filter((each) => each.method === method.toLowerCase() && isPathOf(each, path));
  const route = matching.find((each) => each.path === path) ?? matching[0];
  if (!route || route.codes?.[status]?.includes(code)) return;
  if (code === 'login_too_old' && freshLoginOf(route.operationId) !== 'never') return;
  throw new Error(`${method} ${route.path} has answered ${status} ${code}, which its \`codes\` do not name.`);
}
