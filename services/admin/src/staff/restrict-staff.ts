import type { Caller } from '@pas/platform/context/operation-context';
import type { RouteGuard } from '@pas/platform/http/route-guard';
import { forbidden } from '@pas/shared/errors/raise';
import type { Principal } from '@pas/shared/principal/principal';
import { readStaffUser, type StaffUser } from './read-staff-user.ts';

/** Intersects two property restrictions; null if neither restricts. */
function allowedByBoth(
  claimed: readonly string[] | null,
  stored: readonly string[] | null,
): readonly string[] | null {
  if (claimed === null || stored === null) return claimed ?? stored;
  return claimed.filter((id) => stored.includes(id));
}

/** Whether a user is disabled. A deleted one counts as disabled, so that a deletion widens the reach of nobody. */
const isDisabled = ({ isLive, status }: StaffUser): boolean => !isLive || status === 'DISABLED';

function restrictedTo(principal: Principal, user: StaffUser): Principal {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return {
    ...principal,
    name: name || principal.name,
    propertyIds: allowedByBoth(principal.propertyIds, user.propertyIds),
  };
}

/**
 * Adds the environment's STAFF user to a guard, for staff members with a verified e-mail. It provides the
 * name, the property restriction, and whether the person is disabled. A staff member without a STAFF user has
 * the full reach of the role.
 */
export function restrictStaff(guard: RouteGuard): RouteGuard {
  const disabled = new WeakSet<Caller>();
  return {
    async authenticate(request) {
      const principal = (await guard.authenticate(request)) as Principal;
      const { kind, tenantId, email } = principal;
      if (kind !== 'staff' || tenantId === null || !email) return principal;
      const user = await readStaffUser(tenantId, email);
      if (!user) return principal;
      const restricted = restrictedTo(principal, user);
      if (isDisabled(user)) disabled.add(restricted);
      return restricted;
    },
    authorize(principal, route) {
      guard.authorize(principal, route);
      if (!disabled.has(principal)) return;
      throw forbidden('staff_disabled', 'Your staff user is disabled. Ask an owner of the tenant.');
    },
    authorizeTable: (principal, route) => guard.authorizeTable?.(principal, route),
    headerProblems: (principal) => guard.headerProblems?.(principal) ?? [],
    isAboveTenants: (principal) => guard.isAboveTenants(principal),
  };
}
