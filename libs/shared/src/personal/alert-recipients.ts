import { emailKey } from '../contacts/email.ts';
import { TenantModel, type TenantRow } from '../models/tenant.ts';
import { digestEmail } from './contact-digests.ts';
import type { Person } from './person.ts';

/**
 * Whether an e-mail is the person's. An erasure that looks once more knows the e-mail by its digest alone, where it was
 * nobody else's.
 */
export const isEmailOf = ({ emailKeys, contactDigests = [] }: Person, email: string): boolean =>
  emailKeys.includes(emailKey(email)) || contactDigests.includes(digestEmail(email));

/** Whether a value of the audit names the person: a list of alert recipients, an entry of it, or the e-mail of one. */
export function namesRecipient(person: Person, value: unknown): boolean {
  if (typeof value === 'string') return isEmailOf(person, value);
  if (Array.isArray(value)) return value.some((item: unknown) => namesRecipient(person, item));
  return (
    typeof value === 'object' && value !== null && 'email' in value && namesRecipient(person, value.email)
  );
}

/** The entries of the person among those who get mails about what goes wrong. */
async function findOwnEntries(person: Person) {
  const tenant = await TenantModel.findById(person.tenantId, { 'settings.alertRecipients': 1 }).lean<
    Pick<TenantRow, 'settings'>
  >();
  // A tenant of an earlier release has no list.
  return (tenant?.settings.alertRecipients ?? []).filter(({ email }) => isEmailOf(person, email));
}

/** Whether the company sends the person mails about what goes wrong. */
export const isAlertRecipient = async (person: Person): Promise<boolean> =>
  (await findOwnEntries(person)).length > 0;

/** What an export shows of the settings of the company: the entries of the person. */
export async function* exportRecipients(person: Person) {
  const alertRecipients = await findOwnEntries(person);
  yield alertRecipients.length === 0 ? [] : [{ id: person.tenantId, alertRecipients }];
}

/**
 * Takes the person out of the alert recipients of the company. Other settings may change at the same moment, so only the
 * entries are taken out. The settings are those of all environments.
 *
 * @returns how many rows were changed
 */
export async function eraseRecipients(person: Person, now: Date): Promise<number> {
  const emails = (await findOwnEntries(person)).map(({ email }) => email);
  if (emails.length === 0) return 0;
  const email = { $in: emails };
  const { modifiedCount } = await TenantModel.updateOne(
    { _id: person.tenantId, 'settings.alertRecipients.email': email },
    {
      $pull: { 'settings.alertRecipients': { email } },
      $inc: { version: 1 },
      $set: { updatedAt: now },
    },
  );
  return modifiedCount;
}
