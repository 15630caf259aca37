import { emailKey } from '../contacts/email.ts';
import { TenantModel, type TenantRow } from '../models/tenant.ts';
import { digestEmail } from './contact-digests.ts';
import type { Person } from './person.ts';

/** Whether an e-mail is the person's. The second pass of an erasure knows an unshared e-mail only by its digest. */
export const isEmailOf = ({ emailKeys, contactDigests }: Person, email: string): boolean =>
  emailKeys.includes(emailKey(email)) || contactDigests.includes(digestEmail(email));

/** Whether a value of the audit names the person: a list of alert recipients, an entry, or an e-mail. */
export function namesRecipient(person: Person, value: unknown): boolean {
  if (typeof value === 'string') return isEmailOf(person, value);
  if (Array.isArray(value)) return value.some((item: unknown) => namesRecipient(person, item));
  return (
    typeof value === 'object' && value !== null && 'email' in value && namesRecipient(person, value.email)
  );
}

/** Finds the person's entries among the recipients of alert mails. */
async function findOwnEntries(person: Person) {
  const tenant = await TenantModel.findById(person.tenantId, { 'settings.alertRecipients': 1 }).lean<
    Pick<TenantRow, 'settings'>
  >();
  return (tenant?.settings.alertRecipients ?? []).filter(({ email }) => isEmailOf(person, email));
}

/** Whether the company sends alert mails to the person. */
export const isAlertRecipient = async (person: Person): Promise<boolean> =>
  (await findOwnEntries(person)).length > 0;

/** Exports the person's entries in the settings of the company. */
export async function* exportRecipients(person: Person) {
  const alertRecipients = await findOwnEntries(person);
  yield alertRecipients.length === 0 ? [] : [{ id: person.tenantId, alertRecipients }];
}

/**
 * Removes the person from the alert recipients of the company. Other settings may change concurrently, so it removes
 * only the entries. All environments share the settings.
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
