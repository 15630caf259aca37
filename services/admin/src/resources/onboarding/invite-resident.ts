import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { conflict } from '@pas/shared/errors/raise';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import type { Channel } from '@pas/shared/models/invite';
import type { Residence, UserRow } from '@pas/shared/models/user';
import { holdsScope } from '@pas/shared/principal/principal';
import { isHeld } from '@pas/shared/residences/held-residence';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { loadUser } from '../users/load-user.ts';
import { createInvite, type CreatedInvite } from './create-invite.ts';

/** The additional scope of invites to residents: an invite shows their contacts. */
export const readScope = 'users:read';

interface ResidentInvite {
  userId: string;
  /** The channels of an immediate dispatch. Those without a contact are left out. */
  dispatch: readonly Channel[] | undefined;
}

/**
 * Returns the resident's first current or future residence within the caller's reach.
 *
 * @throws conflict (`no_residence`)
 */
function homeOf(ctx: OperationContext, { kind, residences }: UserRow): Residence {
  const held = residences.filter((each) => isHeld(each, ctx) && mayAccessProperty(ctx, each.propertyId));
  const [home] = held.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  if (home && kind === 'RESIDENT') return home;
  throw conflict('no_residence', 'This person has no home. Add a residence first, or invite them to a unit.');
}

/** Returns the channels on which a person has a contact; all of them if none has, which refuses the invite. */
function usable({ email, phone }: UserRow, channels: readonly Channel[]): Channel[] {
  const contacts = { EMAIL: email, SMS: phone };
  const some = channels.filter((channel) => contacts[channel] !== null);
  return some.length > 0 ? some : [...channels];
}

/**
 * Invites a resident who has never signed up to their own home, with the stored name, contacts, role and language.
 *
 * @throws not_found for an unknown resident, and for a caller without `users:read`
 * @throws conflict without a home (`no_residence`), and as `createInvite`
 */
export async function inviteResident(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  { userId, dispatch }: ResidentInvite,
): Promise<CreatedInvite> {
  if (!holdsScope(ctx.principal, readScope)) throw notFound();
  const user = await loadUser(ctx, userId);
  const { unitId, role } = homeOf(ctx, user);
  const { email, phone, firstName, lastName, locale } = user;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return createInvite(ctx, onboarding, {
    place: { by: 'unit', unitId },
    inviteeEmail: email,
    inviteePhone: phone,
    inviteeName: name === '' ? null : name,
    role,
    locale,
    ...(dispatch && { dispatch: usable(user, dispatch) }),
  });
}
