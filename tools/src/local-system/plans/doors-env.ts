import { urlOf, type Blueprint } from './blueprint.ts';

/** How services command doors over HTTP by the sandbox, which plays all controllers. */
export function doorsEnv(blueprint: Blueprint): Record<string, string> {
  return {
    DOORS_HTTP_URL: `${urlOf(blueprint, 'sandbox')}/doors`,
    DOORS_HTTP_SECRETS: blueprint.secrets.doorsHttpSecret,
  };
}
