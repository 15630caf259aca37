import { urlOf, type Blueprint } from './blueprint.ts';

/** Returns the settings of door commands over HTTP. The sandbox plays all controllers. */
export function doorsEnv(blueprint: Blueprint): Record<string, string> {
  return {
    DOORS_HTTP_URL: `${urlOf(blueprint, 'sandbox')}/doors`,
    DOORS_HTTP_SECRETS: blueprint.secrets.doorsHttpSecret,
  };
}
