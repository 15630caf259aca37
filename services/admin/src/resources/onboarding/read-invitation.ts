import { checkAll } from '@pas/platform/errors/check-all';
import { Fault } from '@pas/platform/errors/fault';
import { notFound } from '@pas/platform/errors/raise';
import { emailKey } from '@pas/shared/contacts/email';
import { toE164 } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Invitee } from '@pas/shared/invites/new-invite';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { contactsOf, requireChannels, type ChannelContacts } from '@pas/shared/invites/require-channels';
import type { PropertyRow } from '@pas/shared/models/property';
import { loadProperty } from '../properties/load-property.ts';
import { readTextPhone, requireTextPhoneAnywhere } from '../read-phone.ts';
import { findPending } from './find-pending.ts';
import type { CreateInvite, SentInvite } from './invite.schema.ts';
import { findInvitedUnit, loadPropertyOfUnit, type FoundPlace } from './invited-unit.ts';

/** Invited person with unit and property. */
export interface Invitation extends FoundPlace {
  invitee: Invitee;
}

/** Returns the result of a look-up; null when nothing visible matches. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'not_found') return null;
    throw error;
  }
}

/**
 * Reads the phone number of an invite; national numbers follow the rules of its property's country. Without a
 * property, a valid number of any country suffices.
 *
 * @throws invalid (`invalid_phone`, `phone_is_virtual_number`, `premium_number`)
 */
async function readInvitedPhone(
  phone: string | null | undefined,
  property: PropertyRow | null,
): Promise<string | null> {
  if (phone === null || phone === undefined) return null;
  if (property) return readTextPhone('inviteePhone', phone, property.address.country);
  requireTextPhoneAnywhere('inviteePhone', phone);
  return null;
}

/** Returns the key that identifies a person: the e-mail, else the phone. */
export const contactKeyOf = (email: string | null, phone: string | null): string | null =>
  email === null ? phone : emailKey(email);

/**
 * Returns the contacts of a dispatch. A missing contact comes from the person's pending invite, because that
 * invite would be the answer.
 */
async function contactsToReach(
  ctx: OperationContext,
  { dispatch = [], inviteeEmail, inviteePhone }: CreateInvite,
  place: FoundPlace | null,
): Promise<ChannelContacts> {
  const sent: ChannelContacts = { EMAIL: inviteeEmail ?? null, SMS: inviteePhone ?? null };
  if (!place?.unit || dispatch.every((channel) => sent[channel] !== null)) return sent;
  const phone = sent.SMS === null ? null : toE164(sent.SMS, place.property.address.country);
  const pending = await findPending(ctx, place.unit, contactKeyOf(sent.EMAIL, phone));
  return pending ? contactsOf(pending) : sent;
}

/**
 * Reads the invited person, and finds unit and property.
 *
 * @throws invalid for invalid phone numbers and for channels without a contact or a carrier, all at once
 * @throws not_found for an unknown unit or property
 */
export async function readInvitation(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  input: CreateInvite,
): Promise<Invitation> {
  const place = await orNull(findInvitedUnit(ctx, input.place));
  const { inviteeEmail: email = null, inviteeName: name = null, dispatch = [] } = input;
  const [found, phone] = await checkAll(
    () => {
      if (!place) throw notFound();
      return place;
    },
    async () => readInvitedPhone(input.inviteePhone, place?.property ?? null),
    async () => {
      const contacts = await contactsToReach(ctx, input, place);
      await requireChannels(onboarding, { path: 'dispatch', channels: dispatch, contacts });
    },
  );
  return { ...found, invitee: { email, phone, name, contactKey: contactKeyOf(email, phone) } };
}

/**
 * Checks an invite when other fields have problems. A faulty contact still counts as a contact.
 *
 * @throws invalid as `readInvitation`
 */
export async function checkInvitation(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  { sent, faulty }: { sent: Partial<SentInvite>; faulty: ReadonlySet<string> },
): Promise<void> {
  const { unitId, propertyId, inviteeEmail, inviteePhone, dispatch: channels = [] } = sent;
  const ofUnit = unitId === undefined ? null : await orNull(loadPropertyOfUnit(ctx, unitId));
  const named = propertyId === undefined ? null : await orNull(loadProperty(ctx, propertyId));
  const absent = (name: keyof SentInvite): string | null => (faulty.has(name) ? '' : null);
  const contacts = {
    EMAIL: inviteeEmail ?? absent('inviteeEmail'),
    SMS: inviteePhone ?? absent('inviteePhone'),
  };
  await checkAll(
    async () => readInvitedPhone(inviteePhone, ofUnit ?? named),
    async () => requireChannels(onboarding, { path: 'dispatch', channels, contacts }),
  );
}
