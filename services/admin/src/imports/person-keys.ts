import type { ReadRow } from './read-row.ts';

type Person = Pick<ReadRow, 'person' | 'emailKey'>;

const nameText = (text: string | null | undefined): string =>
  (text ?? '').normalize('NFKC').toLowerCase().trim();

/** A person's whole name in the form in which names are compared; empty for a person without one. */
export function nameKey({
  firstName,
  lastName,
}: {
  firstName?: string | null;
  lastName?: string | null;
}): string {
  return `${nameText(firstName)} ${nameText(lastName)}`.trim();
}

/** Whether the row has nothing but a phone to recognise the person by. */
export function hasPhoneOnly({ person, emailKey }: Person): boolean {
  return person.externalId === undefined && emailKey === null && person.phone !== undefined;
}

/** The texts that recognise a person among the rows of a table. Several people may share a phone, so it needs the name. */
export function personKeys(row: Person): string[] {
  const { person, emailKey } = row;
  if (hasPhoneOnly(row)) return [`phone ${person.phone} ${nameKey(person)}`];
  return [
    ...(person.externalId === undefined ? [] : [`external ${person.externalId}`]),
    ...(emailKey === null ? [] : [`email ${emailKey}`]),
  ];
}

/** All that a row says of the person. Two rows of one person say the same. */
export function personDetails({ person, emailKey }: Person): string {
  const { externalId = '', phone = '', firstName = '', lastName = '' } = person;
  return JSON.stringify([externalId, emailKey, phone, firstName, lastName]);
}
