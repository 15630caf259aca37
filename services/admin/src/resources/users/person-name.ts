import type { UserRow } from '@pas/shared/models/user';

/** Projection of the fields that name a person. */
export const nameFields = { firstName: 1, lastName: 1, email: 1, phone: 1 } as const;

/** Returns the name of a person, else the e-mail, else the phone; null without any of them. */
export const personName = ({
  firstName,
  lastName,
  email,
  phone,
}: Pick<UserRow, keyof typeof nameFields>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || email || phone;
