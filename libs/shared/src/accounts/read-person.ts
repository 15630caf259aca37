import { emailKey } from '../contacts/email.ts';
import { invalidPhone } from '../contacts/invalid-phone.ts';
import { toE164 } from '../contacts/phone.ts';
import { refusePremium } from '../contacts/refuse-premium.ts';
import { checkAll } from '@pas/platform/errors/check-all';
import { invalidField } from '../errors/raise.ts';
import type { InviteRow } from '../models/invite.ts';
import { PropertyModel, type PropertyRow } from '../models/property.ts';
import type { Identity } from './identity.ts';
import type { Person } from './claim-invite.ts';
import type { SignUp } from './accounts.schema.ts';
import { refuseVirtualNumber } from '../recipients/refuse-virtual-number.ts';

/** An invite and its property. */
export interface Invitation {
  invite: InviteRow;
  /** National phone numbers belong to its country. Null if it is gone. */
  property: PropertyRow | null;
}

/** Reads the property of an invite. */
export async function readInvitation(invite: InviteRow): Promise<Invitation> {
  const { propertyId: _id, tenantId } = invite;
  return { invite, property: await PropertyModel.findOne({ _id, tenantId }).lean<PropertyRow>() };
}

type Contacts = Pick<SignUp, 'email' | 'phone'>;

/** @throws invalid for a text that is not a phone number, and for a virtual or premium-rate number */
async function readPhone({ invite, property }: Invitation, phone: Contacts['phone']): Promise<string | null> {
  if (phone === null || phone === undefined) return invite.inviteePhone;
  const number = toE164(phone, property?.address.country ?? null);
  if (number === null) throw invalidPhone('phone', phone);
  await refuseVirtualNumber('phone', number);
  refusePremium('phone', number);
  return number;
}

/** @throws invalid if neither the person nor the invite has an e-mail, or the identity has another one */
function readEmail({ invite }: Invitation, given: Contacts['email'], identity: Identity | null): string {
  if (identity && given && emailKey(given) !== emailKey(identity.email)) {
    // The provider has verified the e-mail of the identity, and no other one.
    const message = 'email: Leave it out, or send the e-mail of the identity.';
    throw invalidField('email', 'email_mismatch', message);
  }
  const email = identity?.email ?? given ?? invite.inviteeEmail;
  if (email !== null) return email;
  throw invalidField('email', 'required', 'email is required: the invite has none.');
}

/**
 * Reads the data of a sign-up: the person's fields, and otherwise those of the invite.
 *
 * @throws invalid when both lack an e-mail, or the phone is invalid. The error lists all problems.
 */
export async function readPerson(
  invitation: Invitation,
  input: Contacts & Pick<SignUp, 'firstName' | 'lastName'>,
  identity: Identity | null,
): Promise<Person> {
  const [email, phone] = await checkAll(
    () => readEmail(invitation, input.email, identity),
    async () => readPhone(invitation, input.phone),
  );
  return {
    email,
    phone,
    firstName: input.firstName,
    lastName: input.lastName,
    locale: invitation.invite.locale,
  };
}

/**
 * Checks the contacts of a sign-up in which other fields have problems.
 *
 * @param isEmailKnown whether the e-mail is final: it is valid, and no identity has another one
 * @throws invalid as `readPerson`
 */
export async function checkPerson(
  invitation: Invitation,
  { email, phone }: Contacts,
  isEmailKnown: boolean,
): Promise<void> {
  await checkAll(
    () => isEmailKnown && readEmail(invitation, email, null),
    async () => readPhone(invitation, phone),
  );
}
