import { forbidden, invalidAs, unavailable } from '@pas/shared/errors/raise';
import type { Fault } from '@pas/platform/errors/fault';

/** The header that chooses the environment. The answer repeats it. */
export const adminEnvHeader = 'x-admin-env';

/** Names that are known everywhere, with or without a Core. */
const wellKnown: ReadonlySet<string> = new Set(['DEV', 'TEST', 'STAGING', 'PROD']);

/** The environments of a gateway: the default one, and those with a Core. */
export interface Environments {
  byDefault: string;
  withCore: ReadonlySet<string>;
}

/**
 * Chooses the environment of an Admin API request. The name is only looked up in a list, so a header cannot choose an
 * address.
 *
 * @throws invalid (`unknown_environment`) for an unknown name, unavailable (`environment_unavailable`) for one without
 *   a Core
 */
export function chooseEnvironment(named: string | undefined, { byDefault, withCore }: Environments): string {
  if (named === undefined) return byDefault;
  if (!wellKnown.has(named) && !withCore.has(named)) {
    throw invalidAs(
      'unknown_environment',
      'X-Admin-Env',
      `There is no such environment. Use one of ${[...withCore].join(', ')}.`,
    );
  }
  if (!withCore.has(named)) {
    throw unavailable(
      `This gateway does not serve the environment ${named}. Use another X-Admin-Env.`,
      'environment_unavailable',
    );
  }
  return named;
}

/** Returns the 403 for a credential without access to an environment. */
export function environmentNotAllowed(environment: string): Fault {
  return forbidden(
    'environment_not_allowed',
    `These credentials have no access to ${environment}. Use other credentials, or another X-Admin-Env.`,
  );
}
