import { emailKey } from '../contacts/email.ts';
import { toE164 } from '../contacts/phone.ts';
import type { FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import type { InviteRow } from '../models/invite.ts';
import { PropertyModel, type PropertyRow } from '../models/property.ts';
import type { Identity } from './identity.ts';
import type { Person } from './claim-invite.ts';
import type { SignUp } from './accounts.schema.ts';

/** The country by which national phone numbers are read: that of the invite's property. */
async function readCountry({ propertyId, tenantId }: InviteRow): Promise<string | null> {
  const property = await PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>();
  return property?.address.country ?? null;
}

type Contacts = Pick<SignUp, 'email' | 'phone'>;

/** An identity brings its own e-mail, which is proven; any other one beside it would not be. */
function emailProblem(given: string | undefined, identity: Identity | null): FieldProblem | null {
  if (!identity || given === undefined || emailKey(given) === emailKey(identity.email)) return null;
  const message = 'email: Leave it out, or send the e-mail that the identity provider knows.';
  return { path: 'email', code: 'email_mismatch', message };
}

/**
 * Reads who signs up: what the person gives, and what the invite has where the person gives nothing.
 *
 * @throws invalid when there is no e-mail from either, or the phone can't be one; all problems at once
 */
export async function readPerson(
  invite: InviteRow,
  input: Contacts & Pick<SignUp, 'firstName' | 'lastName'>,
  identity: Identity | null,
): Promise<Person> {
  const problems: FieldProblem[] = [];
  const mismatch = emailProblem(input.email, identity);
  if (mismatch) problems.push(mismatch);
  const email = identity?.email ?? input.email ?? invite.inviteeEmail;
  if (email === null) {
    problems.push({ path: 'email', code: 'required', message: 'email is required: the invite has none.' });
  }
  const phone =
    input.phone === undefined ? invite.inviteePhone : toE164(input.phone, await readCountry(invite));
  if (input.phone !== undefined && phone === null) {
    const message = 'phone: Expected a phone number, with its country code where it is from abroad.';
    problems.push({ path: 'phone', code: 'invalid_phone', message });
  }
  if (email === null || problems.length > 0) throw invalid(problems);
  return { email, phone, firstName: input.firstName, lastName: input.lastName, locale: null };
}
