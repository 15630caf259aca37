import { emailKey } from '@pas/shared/contacts/email';
import { toE164 } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { FieldProblem } from '@pas/platform/errors/fault';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import type { UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { unreadablePhone } from '../read-phone.ts';
import type { UpdateUser } from './user.schema.ts';

/** How a person can be reached, also in comparable form. */
export type Contacts = Pick<UserRow, 'email' | 'emailKey' | 'phone'>;

/** The country of the property where the person first lived; null for people without a residence. */
async function countryOf(
  { tenantId }: OperationContext,
  { residences }: Known,
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
interface Known extends Contacts {
  /** The first one has the country by whose rules national numbers are read. */
  residences: readonly { propertyId: string }[];
}

/** Contacts as they were read, and what is wrong with them. */
interface ReadContacts {
  contacts: Contacts;
  problems: FieldProblem[];
}

/** Reads the contacts of a user, as sent or else as known. One contact has to be left, or nobody could reach the person. */
export async function readContacts(
  ctx: OperationContext,
  { known, sent }: { known: Known; sent: Pick<UpdateUser, 'email' | 'phone'> },
  session: ClientSession | null = null,
): Promise<ReadContacts> {
  const problems: FieldProblem[] = [];
  const readSent = async (text: string | null): Promise<string | null> => {
    const number = text === null ? null : toE164(text, await countryOf(ctx, known, session));
    if (text !== null && number === null) problems.push(unreadablePhone('phone'));
    return number;
  };
  const email = sent.email === undefined ? known.email : sent.email;
  const phone = sent.phone === undefined ? known.phone : await readSent(sent.phone);
  if (email === null && phone === null && problems.length === 0)
    problems.push({ path: 'email', code: 'required', message: 'A user needs an email or a phone.' });
  return { contacts: { email, emailKey: email === null ? null : emailKey(email), phone }, problems };
}
