import { receiveMail } from '../../client/mailbox.ts';
import type { BrowserFixture } from '../use-browser.ts';
import { fillCompany, type Company } from './fill-company.ts';
import { fillEntrance, type Entrance } from './fill-entrance.ts';
import { fillHomes, type Homes } from './fill-homes.ts';
import { createWriter, type Landlord, type Texts } from './writer.ts';

/** One row of each kind, all with the same two texts. */
export interface House extends Homes, Entrance, Company {
  landlord: Landlord;
  texts: Texts;
  /** The mail of the pending invite. */
  mailId: string;
  /** The fields that contain a text, such as `units label`. */
  fields: ReadonlySet<string>;
}

/**
 * Long words without a line break, as in German, that run as scripts if a page inserts them as HTML. The browser's
 * console shows each one that runs or is blocked.
 */
export const roughTexts: Texts = {
  one: 'Donaudampfschifffahrtshaus<img src=x onerror=console.error(1)>',
  other: '<svg onload=console.error(1)>',
  // An address has no angle brackets, quotation marks or spaces: it can only end an attribute or form an entity.
  email: "&ltimg'/onfocus=console.error`1`/autofocus='@nordwestobergeschosspenthouse.donaudampfschiff.test",
};

/** Fills a company with one row of each kind, and waits for the mail of the invite. */
export async function fillHouse(fixture: BrowserFixture, texts: Texts, landlord: Landlord): Promise<House> {
  const writer = createWriter(fixture, texts, landlord);
  const homes = await fillHomes(fixture, writer, landlord);
  const entrance = await fillEntrance(fixture, writer, homes);
  const company = await fillCompany(fixture, writer, { ...homes, ...landlord });
  const { id: mailId } = await receiveMail(fixture.system.local.mailboxUrl, homes.inviteEmail);
  return { ...homes, ...entrance, ...company, landlord, texts, mailId, fields: writer.fields };
}
