import { receiveMail } from '../../client/mailbox.ts';
import type { Desk } from '../use-desk.ts';
import { fillCompany, type Company } from './fill-company.ts';
import { fillEntrance, type Entrance } from './fill-entrance.ts';
import { fillHomes, type Homes } from './fill-homes.ts';
import { createWriter, type Landlord, type Texts } from './writer.ts';

/** One row of each kind, whose texts are all the same two. */
export interface House extends Homes, Entrance, Company {
  landlord: Landlord;
  texts: Texts;
  /** The mail of the invite that waits. */
  mailId: string;
  /** The fields that hold a text, such as `units label`. */
  fields: ReadonlySet<string>;
}

/** Texts without a place to break, as German has them. */
export const longTexts: Texts = {
  one: 'Donaudampfschifffahrtswohnanlage',
  other: 'Nordwestobergeschosspenthouse',
  email: 'Donaudampfschifffahrtsgesellschaftshausverwaltung@nordwestobergeschosspenthouse.example.test',
};

/**
 * Texts that run as scripts where a page inserts them as HTML. The browser's console shows each one that runs or is
 * blocked.
 */
export const canaries: Texts = {
  one: '<img src=x onerror=console.error(1)>',
  other: '<svg onload=console.error(1)>',
  // An address holds no angle brackets, quotation marks or blanks: it could only end an attribute, or be read as an entity.
  email: "&ltimg'/onfocus=console.error`1`/autofocus='@example.test",
};

/** Fills a company with one row of each kind, and waits for the mail of the invite. */
export async function fillHouse(desk: Desk, texts: Texts, landlord: Landlord): Promise<House> {
  const writer = createWriter(desk, texts, landlord);
  const homes = await fillHomes(desk, writer, landlord);
  const entrance = await fillEntrance(desk, writer, homes);
  const company = await fillCompany(desk, writer, { ...homes, ...landlord });
  const { id: mailId } = await receiveMail(desk.system.local.mailboxUrl, homes.inviteEmail);
  return { ...homes, ...entrance, ...company, landlord, texts, mailId, fields: writer.fields };
}
