import type { ReadRow } from './read-row.ts';

type Person = Pick<ReadRow, 'person' | 'emailKey'>;

const nameText = (text: string | null | undefined): string =>
  (text ?? '').normalize('NFKC').toLowerCase().trim();

/** Returns a person's full name, normalized for comparison; empty without a name. */
export function nameKey({
  firstName,
  lastName,
}: {
  firstName?: string | null;
  lastName?: string | null;
}): string {
  return `${nameText(firstName)} ${nameText(lastName)}`.trim();
}

/** Whether a phone is the row's only key of the person. */
export function hasPhoneOnly({ person, emailKey }: Person): boolean {
  return person.externalId === undefined && emailKey === null && person.phone !== undefined;
}

/** Returns the column that identifies the person of a row. */
export function personField(row: Person): 'email' | 'externalId' | 'phone' {
  if (hasPhoneOnly(row)) return 'phone';
  return row.emailKey === null ? 'externalId' : 'email';
}

/**
 * Returns the texts that identify a person within a table. Several people may share a phone, so that key
 * includes the name.
 */
export function personKeys(row: Person): string[] {
  const { person, emailKey } = row;
  if (hasPhoneOnly(row)) return [`phone ${person.phone} ${nameKey(person)}`];
  return [
    ...(person.externalId === undefined ? [] : [`external ${person.externalId}`]),
    ...(emailKey === null ? [] : [`email ${emailKey}`]),
  ];
}

/** Returns all details of the person in a row. Two rows of one person must agree on them. */
export function personDetails({ person, emailKey }: Person): string {
  const { externalId = '', phone = '', firstName = '', lastName = '' } = person;
  return JSON.stringify([externalId, emailKey, phone, firstName, lastName]);
}
