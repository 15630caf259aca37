import { emailKey } from '@pas/shared/contacts/email';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import type { UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { readPhone } from '../read-phone.ts';
import type { UpdateUser } from './user.schema.ts';

/** How a person can be reached, also in comparable form. */
export type Contacts = Pick<UserRow, 'email' | 'emailKey' | 'phone'>;

/** @throws invalid when neither is left, because the person could not be reached or recognised */
function requireContact({ email, phone }: Pick<Contacts, 'email' | 'phone'>): void {
  if (email !== null || phone !== null) return;
  throw invalidField('email', 'required', 'A user needs an email or a phone.');
}

/** The country of the property where the person first lived; null for people without a residence. */
async function countryOf(
  { tenantId }: OperationContext,
  { residences }: Pick<Known, 'residences'>,
  session: ClientSession | null,
): Promise<string | null> {
  const [first] = residences;
  if (!first) return null;
  const property = await PropertyModel.findOne({ _id: first.propertyId, tenantId })
    .session(session)
    .lean<PropertyRow>();
  return property?.address.country ?? null;
}

/** What is known of a person before. */
interface Known extends Contacts, Pick<UserRow, 'kind'> {
  /** The first one has the country by whose rules national numbers are read. */
  residences: readonly { propertyId: string }[];
}

/** A person of whom nothing is known yet. */
export const nobody: Known = { kind: 'RESIDENT', email: null, emailKey: null, phone: null, residences: [] };

/**
 * Reads a phone that was sent. Residents get texts, so theirs must not cost extra; the one that they have stays.
 *
 * @throws invalid (`invalid_phone`, `premium_number`)
 */
async function readSentPhone(
  ctx: OperationContext,
  { known, phone }: { known: Known; phone: string },
  session: ClientSession | null,
): Promise<string> {
  const number = readPhone('phone', phone, await countryOf(ctx, known, session));
  if (known.kind === 'RESIDENT' && number !== known.phone) refusePremium('phone', number);
  return number;
}

/**
 * Reads the contacts of a user, as sent or else as known.
 *
 * @throws invalid for a phone that can't be one or costs extra, or when no contact is left
 */
export async function readContacts(
  ctx: OperationContext,
  { known, sent }: { known: Known; sent: Pick<UpdateUser, 'email' | 'phone'> },
  session: ClientSession | null = null,
): Promise<Contacts> {
  const email = sent.email === undefined ? known.email : sent.email;
  const { phone: asked = known.phone } = sent;
  const phone = sent.phone ? await readSentPhone(ctx, { known, phone: sent.phone }, session) : asked;
  requireContact({ email, phone });
  return { email, emailKey: email === null ? null : emailKey(email), phone };
}

/** The known contacts of a user whose fields have problems: a contact with a problem counts as present. */
export function knownDespite(faulty: ReadonlySet<string>, known: Known): Known {
  return faulty.has('email') || faulty.has('phone') ? { ...known, email: 'unknown' } : known;
}
