import type { ClientSession, QueryFilter } from 'mongoose';
import { emailKey } from '../contacts/email.ts';
import { AccountModel, type AccountRow } from '../models/account.ts';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import { DeviceModel } from '../models/device.ts';
import { ImportModel } from '../models/import.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { StaffNameModel, staffNameId, type StaffNameRow } from '../models/staff-name.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { digestEmail, digestPhone, digestSubject } from './contact-digests.ts';
import { findEarlierValues, type EarlierValues } from './earlier-values.ts';
import { contactKeysOf, heldPassesOf, isInviteTo } from './homes.ts';
import { foldValue } from './fold-value.ts';
import type { Person } from './person.ts';

type Session = ClientSession | null;

/** Retention of the rows of an import, in milliseconds: a day longer than `purgeAt`. */
const importedRowsMs = 31 * 24 * 3_600_000;

/** Whether another live user of the tenant has the same contact. A shared contact does not identify one person. */
async function isSharedContact(
  { _id, tenantId }: UserRow,
  contact: { emailKey: string } | { phone: string },
  session: Session,
): Promise<boolean> {
  const other = { tenantId, isLive: true, _id: { $ne: _id }, ...contact };
  return (await UserModel.exists(other).session(session)) !== null;
}

/** Returns the texts that a look-up does not find. */
async function without(
  texts: Iterable<string>,
  isLeftOut: (text: string) => Promise<boolean>,
): Promise<string[]> {
  const left: string[] = [];
  for (const text of new Set(texts)) if (!(await isLeftOut(text))) left.push(text);
  return left;
}

/** Whether one of the first two users of a look-up is another person. A condition on `_id` could select its index. */
async function hasOther(
  { _id }: UserRow,
  filter: object,
  { crossTenant, session }: { crossTenant: string; session: Session },
): Promise<boolean> {
  const found = await UserModel.find(filter, { _id: 1 })
    .setOptions({ crossTenant })
    .session(session)
    .limit(2)
    .lean();
  return found.some((user) => user._id !== _id);
}

const isAccountShared = async (user: UserRow, session: Session): Promise<boolean> =>
  user.accountId !== null &&
  hasOther(user, { accountId: user.accountId }, { crossTenant: 'users-of-account', session });

/** Whether another person in the environment has a phone, so that its consent must stay. */
const isPhoneShared = (user: UserRow, phone: string, session: Session): Promise<boolean> =>
  hasOther(user, { phone }, { crossTenant: 'users-by-phone', session });

/** Whether another person in the environment has an e-mail. */
const isEmailShared = (user: UserRow, emailKey: string, session: Session): Promise<boolean> =>
  hasOther(user, { emailKey, isLive: true }, { crossTenant: 'users-by-email', session });

/** Finds the identity provider's id of an account's owner. */
async function findIdentity(accountId: string | null, session: Session): Promise<string[]> {
  if (accountId === null) return [];
  const account = await AccountModel.findById(accountId, { identity: 1 })
    .session(session)
    .lean<Pick<AccountRow, 'identity'>>();
  return account?.identity ? [account.identity.subject] : [];
}

/** Returns the digests that find webhooks about the person and nobody else. */
async function findContactDigests(user: UserRow, known: Person, session: Session): Promise<string[]> {
  const { isAccountShared, accountId, actorIds, emailKeys, solePhones } = known;
  const subjects = isAccountShared ? [] : await findIdentity(accountId, session);
  const soleEmails = await without(emailKeys, async (key) => isEmailShared(user, key, session));
  return [
    ...solePhones.map((phone) => digestPhone(phone)),
    ...soleEmails.map((email) => digestEmail(email)),
    ...[...subjects, ...actorIds].map((subject) => digestSubject(subject)),
  ];
}

/** Finds the subjects and names of a staff member by the identity provider's verified e-mail. */
async function findAtProvider({ kind, tenantId, emailKey: key }: UserRow): Promise<StaffNameRow[]> {
  if (kind !== 'STAFF' || key === null) return [];
  const prefix = staffNameId(tenantId, '');
  const names = await StaffNameModel.find({ _id: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } }).lean<
    StaffNameRow[]
  >();
  return names.filter(({ email }) => email !== null && emailKey(email) === key);
}

async function findInviteIds(person: Person, session: Session): Promise<string[]> {
  const contactKeys = contactKeysOf(person);
  if (contactKeys.length === 0) return [];
  const invites = await InviteModel.find({ tenantId: person.tenantId, contactKey: { $in: contactKeys } })
    .session(session)
    .lean<InviteRow[]>();
  return invites.filter((invite) => isInviteTo(person, invite)).map(({ _id }) => _id);
}

async function findImportIds({ tenantId }: UserRow, now: Date, session: Session): Promise<string[]> {
  const createdAt = { $gte: new Date(now.getTime() - importedRowsMs) };
  const imports = await ImportModel.find({ tenantId, createdAt }, { _id: 1 }).session(session).lean();
  return imports.map(({ _id }) => _id);
}

async function findDeviceIds({ tenantId, _id: userId }: UserRow, session: Session): Promise<string[]> {
  const devices = await DeviceModel.find({ tenantId, userId }, { _id: 1 }).session(session).lean();
  return devices.map(({ _id }) => _id);
}

/** Finds the passes that the person has made or holds, and the person's names on them. */
async function findPasses(person: Person, session: Session): Promise<{ ids: string[]; names: string[] }> {
  const find = async (filter: QueryFilter<AccessPassRow>): Promise<AccessPassRow[]> =>
    AccessPassModel.find(filter, { _id: 1, groupId: 1, guestName: 1 })
      .session(session)
      .lean<AccessPassRow[]>();
  const { tenantId, userId } = person;
  const made = await find({ tenantId, isLive: { $in: [true, false] }, 'createdBy.id': userId });
  const held: AccessPassRow[] = [];
  for (const filter of heldPassesOf(person)) held.push(...(await find(filter)));
  const ids = [...made, ...held].flatMap(({ _id, groupId }) => [_id, groupId]);
  return { ids: present(ids), names: present(held.map(({ guestName }) => guestName)) };
}

const present = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')),
];

/** Finds the current and earlier contacts of a person that identify nobody else. */
async function findContacts(user: UserRow, earlier: EarlierValues, session: Session) {
  const emailKeys = await without(
    present([user.emailKey, ...[...earlier.email].map((text) => emailKey(text))]),
    async (key) => isSharedContact(user, { emailKey: key }, session),
  );
  const phones = await without(
    present([user.phone, user.verifiedPhone, user.claimedPhone, ...earlier.phone]),
    async (phone) => isSharedContact(user, { phone }, session),
  );
  const solePhones = await without(phones, async (phone) => isPhoneShared(user, phone, session));
  return { emailKeys, phones, solePhones };
}

/** Returns the names of a person, including the full name. */
const namesOf = ({ firstName, lastName, externalId }: UserRow, earlier: EarlierValues): string[] => [
  ...present([firstName, lastName, externalId, `${firstName ?? ''} ${lastName ?? ''}`]),
  ...earlier.firstName,
  ...earlier.lastName,
  ...earlier.externalId,
];

/**
 * A transaction, and the records found before it. A long-time resident has more records than a transaction may read.
 */
interface TransactionScope {
  session: Session;
  earlier: EarlierValues;
}

/**
 * Collects the ids and values of a user in the rows of the tenant. A contact shared with another user identifies
 * nobody. It finds no rows, and rows keep it.
 */
export async function describePerson(user: UserRow, now: Date, within?: TransactionScope): Promise<Person> {
  const { tenantId, _id: userId, residences } = user;
  const earlier = within?.earlier ?? (await findEarlierValues(tenantId, userId));
  const session = within?.session ?? null;
  const contacts = await findContacts(user, earlier, session);
  const atProvider = await findAtProvider(user);
  const known: Person = {
    tenantId,
    userId,
    accountId: user.accountId,
    isAccountShared: await isAccountShared(user, session),
    actorIds: [userId, ...atProvider.map(({ _id }) => _id.slice(staffNameId(tenantId, '').length))],
    inviteIds: present(residences.map(({ inviteId }) => inviteId)),
    unitIds: [...new Set(residences.map(({ unitId }) => unitId))],
    importIds: await findImportIds(user, now, session),
    passIds: [],
    deviceIds: await findDeviceIds(user, session),
    ...contacts,
    contactDigests: [],
    values: [],
  };
  const inviteIds = [...new Set([...known.inviteIds, ...(await findInviteIds(known, session))])];
  const passes = await findPasses(known, session);
  const names = [...namesOf(user, earlier), ...passes.names, ...atProvider.map(({ name }) => name)];
  const texts = [...contactKeysOf(contacts), ...names];
  return {
    ...known,
    inviteIds,
    passIds: passes.ids,
    contactDigests: await findContactDigests(user, known, session),
    values: present(texts.map((text) => foldValue(text))),
  };
}
