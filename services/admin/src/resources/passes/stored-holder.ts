import { emailKey } from '@pas/shared/contacts/email';
import { readPhone, requirePhoneAnywhere } from '../read-phone.ts';

/** Sent fields of a holder; an absent one stays as it is. */
interface SentHolder {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Returns the name of the field with a holder's phone. */
export const phonePathOf = (index: number): string => `holders.${index}.phone`;

/** Checks the phones of holders without the property: only numbers that are invalid in every country are refused. */
export function checkHolders(holders: readonly SentHolder[] = []): void {
  for (const [index, { phone }] of holders.entries())
    if (phone != null) requirePhoneAnywhere(phonePathOf(index), phone);
}

/**
 * Returns the sent fields of a holder in stored form.
 *
 * @param country the country of the property, which a national phone number follows
 * @throws invalid (`invalid_phone`)
 */
export function storedHolder({ name, email, phone }: SentHolder, index: number, country: string | null) {
  const numberOf = (sent: string): string => readPhone(phonePathOf(index), sent, country);
  return {
    ...(name !== undefined && { guestName: name }),
    ...(email !== undefined && {
      holderEmail: email,
      holderEmailKey: email === null ? null : emailKey(email),
    }),
    ...(phone !== undefined && { holderPhone: phone === null ? null : numberOf(phone) }),
  };
}
