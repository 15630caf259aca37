import { emailKey, emailKeyAfter } from '@pas/shared/contacts/email';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import type { UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { readPhone } from '../read-phone.ts';
import type { UpdateUser } from './user.schema.ts';
import { refuseVirtualNumber } from '@pas/shared/recipients/refuse-virtual-number';

/** Contacts of a person, with their comparable form. */
export type Contacts = Pick<UserRow, 'email' | 'emailKey' | 'phone'>;

/** @throws invalid without any contact, because the person could not be reached or identified */
function requireContact({ email, phone }: Pick<Contacts, 'email' | 'phone'>): void {
  if (email !== null || phone !== null) return;
  throw invalidField('email', 'required', 'A user needs an email or a phone.');
}

/** Returns the country of the person's first property; null for people without a residence. */
async function countryOf(
  { tenantId }: OperationContext,
  { residences }: Pick<KnownPerson, 'residences'>,
  session: ClientSession | null,
): Promise<string | null> {
  const [first] = residences;
  if (!first) return null;
  const property = await PropertyModel.findOne({ _id: first.propertyId, tenantId })
    .session(session)
    .lean<PropertyRow>();
  return property?.address.country ?? null;
}

/** Previous data of a person. */
interface KnownPerson extends Contacts, Pick<UserRow, 'kind'> {
  /** The country of the first one determines how national numbers are read. */
  residences: readonly { propertyId: string }[];
}

/** A new person without data. */
export const nobody: KnownPerson = {
  kind: 'RESIDENT',
  email: null,
  emailKey: null,
  phone: null,
  residences: [],
};

/**
 * Reads a sent phone. An existing number stays. A new one must not be a virtual number. Residents get texts, so theirs
 * must not be a premium number either.
 *
 * @throws invalid (`invalid_phone`, `phone_is_virtual_number`, `premium_number`)
 */
async function readSentPhone(
  ctx: OperationContext,
  { known, phone }: { known: KnownPerson; phone: string },
  session: ClientSession | null,
): Promise<string> {
  const number = readPhone('phone', phone, await countryOf(ctx, known, session));
  if (number === known.phone) return number;
  await refuseVirtualNumber('phone', number, session);
  if (known.kind === 'RESIDENT') refusePremium('phone', number);
  return number;
}

/** Returns the e-mail of a user with its key. Another spelling of the known address is not a change. */
function readEmail({ email, emailKey: key }: KnownPerson, sent: string | null | undefined) {
  const isKnown = sent === undefined || (sent !== null && emailKey(sent) === key);
  const next = isKnown ? email : sent;
  return { email: next, emailKey: emailKeyAfter({ email, emailKey: key }, next) };
}

/**
 * Reads the contacts of a user: the sent ones, else the known ones.
 *
 * @throws invalid for an invalid or premium phone, or when no contact is left
 */
export async function readContacts(
  ctx: OperationContext,
  { known, sent }: { known: KnownPerson; sent: Pick<UpdateUser, 'email' | 'phone'> },
  session: ClientSession | null = null,
): Promise<Contacts> {
  const email = readEmail(known, sent.email);
  const { phone: asked = known.phone } = sent;
  const phone = sent.phone ? await readSentPhone(ctx, { known, phone: sent.phone }, session) : asked;
  requireContact({ ...email, phone });
  return { ...email, phone };
}

/** Returns the known contacts, with a placeholder e-mail for a faulty contact: it counts as present. */
export function withPlaceholderContact(faulty: ReadonlySet<string>, known: KnownPerson): KnownPerson {
  return faulty.has('email') || faulty.has('phone') ? { ...known, email: 'unknown' } : known;
}
