import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidAs } from '@pas/shared/errors/raise';
import { loadProperty } from '../properties/load-property.ts';
import { readPhone } from '../read-phone.ts';
import type { CreateInvite } from './invite.schema.ts';
import type { Invitee } from '@pas/shared/invites/new-invite';

/**
 * Reads who is invited. The property is asked for its country only where a phone number is given, which may be national.
 *
 * @throws invalid for a phone number that can't be one, or a channel to dispatch by without a contact for it
 */
export async function readInvitee(
  ctx: OperationContext,
  input: CreateInvite,
  propertyId: string,
): Promise<Invitee> {
  const email = input.inviteeEmail ?? null;
  const { inviteePhone } = input;
  const property = inviteePhone === undefined ? null : await loadProperty(ctx, propertyId);
  const country = property?.address.country ?? null;
  const phone = inviteePhone === undefined ? null : readPhone('inviteePhone', inviteePhone, country);
  requireContact(input.dispatch ?? [], { EMAIL: email, SMS: phone });
  const contactKey = email === null ? phone : emailKey(email);
  return { email, phone, name: input.inviteeName ?? null, contactKey };
}

/** @throws invalid (`contact_missing`) when a channel is asked for that has no contact */
export function requireContact(
  channels: readonly ('EMAIL' | 'SMS')[],
  contacts: Record<'EMAIL' | 'SMS', string | null>,
): void {
  const missing = channels.find((channel) => contacts[channel] === null);
  if (missing === undefined) return;
  const contact = missing === 'EMAIL' ? 'an e-mail address' : 'a phone number';
  throw invalidAs(
    'contact_missing',
    'channels',
    `The invite has no contact for ${missing}. Invite the person anew with ${contact}.`,
  );
}
