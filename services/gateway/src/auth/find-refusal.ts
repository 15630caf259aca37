import type { Fault } from '@pas/platform/errors/fault';
import { forbidden } from '@pas/shared/errors/raise';
import { environmentNotAllowed } from '../admin-env.ts';
import type { Area } from '../route-table.ts';
import type { CallerEntry } from './caller-entry.ts';
import type { Caller } from './caller.ts';

/** A verified caller, with the area and the environment of its request. */
export interface Arrival {
  caller: Caller;
  area: Area;
  environment: string;
}

function isGranted(
  { environmentGrant }: CallerEntry,
  { caller, environment }: Arrival,
  defaultEnvironment: string,
): boolean {
  return environmentGrant === 'listed'
    ? caller.environments.includes(environment)
    : environment === defaultEnvironment;
}

/** 403: the organization of a staff person belongs to no tenant. */
export const unknownOrganization = (): Fault =>
  forbidden(
    'organization_unknown',
    'Your organization has no tenant here. Ask the operator of the platform to connect it.',
  );

/**
 * Finds why a verified caller is refused; null if every rule of its kind admits it. The rules are: areas, environments,
 * organization, suspension of the tenant.
 */
export function findRefusal(entry: CallerEntry, arrival: Arrival, defaultEnvironment: string): Fault | null {
  if (!entry.reaches.has(arrival.area)) return entry.otherAreaFault();
  if (!isGranted(entry, arrival, defaultEnvironment)) return environmentNotAllowed(arrival.environment);
  if (arrival.caller.isOrganizationUnknown) return unknownOrganization();
  if (!entry.isStoppedBySuspension || !arrival.caller.isTenantSuspended) return null;
  return forbidden('tenant_suspended', 'This tenant is suspended. Ask the platform’s operator.');
}
