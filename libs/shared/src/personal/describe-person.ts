import type { ClientSession } from 'mongoose';
import { emailKey } from '../contacts/email.ts';
import { ImportModel } from '../models/import.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { StaffNameModel, staffNameId, type StaffNameRow } from '../models/staff-name.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { isInviteTo } from './homes.ts';
import type { Person } from './person.ts';

type Session = ClientSession | null;

/** How long the rows of an import are kept, in milliseconds; a day more than `purgeAt` says. */
const importedRowsMs = 31 * 24 * 3_600_000;

/** Whether another live user of the tenant has the same contact: then it says nothing of one person alone. */
async function isSharedContact(
  { _id, tenantId }: UserRow,
  contact: { emailKey: string } | { phone: string },
  session: Session,
): Promise<boolean> {
  const other = { tenantId, isLive: true, _id: { $ne: _id }, ...contact };
  return (await UserModel.exists(other).session(session)) !== null;
}

async function isAccountShared({ _id, accountId }: UserRow, session: Session): Promise<boolean> {
  if (accountId === null) return false;
  const other = await UserModel.find({ accountId, _id: { $ne: _id } }, { _id: 1 })
    .setOptions({ crossTenant: 'users-of-account' })
    .session(session)
    .limit(1)
    .lean();
  return other.length > 0;
}

async function isPhoneShared({ _id, phone }: UserRow, session: Session): Promise<boolean> {
  if (phone === null) return false;
  const other = await UserModel.find({ phone, _id: { $ne: _id } }, { _id: 1 })
    .setOptions({ crossTenant: 'users-by-phone' })
    .session(session)
    .limit(1)
    .lean();
  return other.length > 0;
}

/** The subjects of a staff member, by the verified e-mail that the identity provider has told. */
async function findSubjects({ kind, tenantId, emailKey: key }: UserRow): Promise<string[]> {
  if (kind !== 'STAFF' || key === null) return [];
  const prefix = staffNameId(tenantId, '');
  const names = await StaffNameModel.find({ _id: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } }).lean<
    StaffNameRow[]
  >();
  return names
    .filter(({ email }) => email !== null && emailKey(email) === key)
    .map(({ _id }) => _id.slice(prefix.length));
}

async function findInviteIds(person: Person, session: Session): Promise<string[]> {
  const words = [person.emailKey, person.phone].filter((word) => word !== null);
  if (words.length === 0) return [];
  const invites = await InviteModel.find({ tenantId: person.tenantId, searchWords: { $in: words } })
    .session(session)
    .lean<InviteRow[]>();
  return invites.filter((invite) => isInviteTo(person, invite)).map(({ _id }) => _id);
}

async function findImportIds({ tenantId }: UserRow, now: Date, session: Session): Promise<string[]> {
  const createdAt = { $gte: new Date(now.getTime() - importedRowsMs) };
  const imports = await ImportModel.find({ tenantId, createdAt }, { _id: 1 }).session(session).lean();
  return imports.map(({ _id }) => _id);
}

const present = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');

/**
 * Finds out by which ids and values a user is known in the rows of the tenant. A contact that another user of the tenant
 * has too names nobody alone: rows are not found by it, and keep it.
 */
export async function describePerson(user: UserRow, now: Date, session: Session = null): Promise<Person> {
  const { tenantId, _id: userId, residences } = user;
  const sharesEmail =
    user.emailKey !== null && (await isSharedContact(user, { emailKey: user.emailKey }, session));
  const sharesPhone = user.phone !== null && (await isSharedContact(user, { phone: user.phone }, session));
  const [email, phone] = [sharesEmail ? null : user.email, sharesPhone ? null : user.phone];
  const known: Person = {
    tenantId,
    userId,
    accountId: user.accountId,
    isAccountShared: await isAccountShared(user, session),
    actorIds: [userId, ...(await findSubjects(user))],
    inviteIds: present(residences.map(({ inviteId }) => inviteId)),
    unitIds: [...new Set(residences.map(({ unitId }) => unitId))],
    importIds: await findImportIds(user, now, session),
    emailKey: sharesEmail ? null : user.emailKey,
    phone,
    isPhoneShared: await isPhoneShared(user, session),
    values: present([email, phone, user.firstName, user.lastName, user.externalId]).map((text) =>
      text.normalize('NFKC').toLowerCase().trim(),
    ),
  };
  const inviteIds = [...new Set([...known.inviteIds, ...(await findInviteIds(known, session))])];
  return { ...known, inviteIds };
}
