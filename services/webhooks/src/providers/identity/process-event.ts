import { doForAll } from '@pas/platform/background/do-for-all';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { searchWords } from '@pas/platform/lists/search-words';
import { phoneWords } from '@pas/shared/contacts/phone-search';
import { jsonOf, receiptContext, type ProcessReceipt } from '../../processing/receipt.ts';
import { findMovedEmail, moveAccount, movedEmailOf, type MovedEmail } from './follow-email.ts';
import { readIdentityReport, type IdentityReport } from './read-event.ts';

/**
 * Ends the sessions of an account in one tenant.
 *
 * @param at only those that had begun by then; null: all
 */
async function endAccountSessions(
  { now, tenantId }: OperationContext,
  { session }: Change,
  { accountId, at }: { accountId: string; at: Date | null },
): Promise<string[]> {
  const begun = at ? { createdAt: { $lte: at } } : {};
  const open = { accountId, tenantId, revokedAt: null, ...begun };
  const rows = await SessionModel.find(open, { _id: 1 }).session(session).lean<Pick<SessionRow, '_id'>[]>();
  const ids = rows.map(({ _id }) => _id);
  if (ids.length === 0) return ids;
  const update = { $set: { revokedAt: now } };
  await SessionModel.updateMany({ _id: { $in: ids }, revokedAt: null }, update, { session });
  return ids;
}

/** What an event changes in a user: the names that it says, and a ban. Only staff lift it here. */
function changesOf(user: UserRow, report: IdentityReport) {
  if (report.kind !== 'updated') return {};
  const { firstName = user.firstName, lastName = user.lastName, isBanned } = report;
  return { firstName, lastName, ...(isBanned && { status: 'DISABLED' as const }) };
}

const audited = {
  fields: ['firstName', 'lastName', 'email', 'status'],
  personal: ['firstName', 'lastName', 'email'],
} as const;

const actionOf = {
  updated: 'user.synced',
  deleted: 'user.identity_deleted',
  sessions_ended: 'user.sessions_ended',
};

const endsSessions = ({ kind, isBanned }: IdentityReport): boolean => kind !== 'updated' || isBanned;

/** A ban and a deletion hold from now on, whenever they happened. The end of a session is of what had begun by then. */
const endOf = ({ kind, at }: IdentityReport): Date | null => (kind === 'sessions_ended' ? at : null);

/** What an event says of a person, with the e-mail that their account moves to. */
interface Applied {
  userId: string;
  report: IdentityReport;
  moved: MovedEmail | null;
}

/** Does in one tenant what an event says of a person: one transaction, one record; nothing where nothing changes. */
async function applyToUser(ctx: OperationContext, { userId, report, moved }: Applied): Promise<void> {
  await commit(ctx, async (change) => {
    const filter = { _id: userId, tenantId: ctx.tenantId, isLive: true };
    const user = await UserModel.findOne(filter).session(change.session).lean<UserRow>();
    if (!user?.accountId) return;
    const { accountId } = user;
    const ended = endsSessions(report)
      ? await endAccountSessions(ctx, change, { accountId, at: endOf(report) })
      : [];
    const { session } = change;
    const patch = { ...changesOf(user, report), ...(await movedEmailOf(ctx, { user, moved, session })) };
    const changes = fieldChanges(user, { ...user, ...patch }, audited);
    const isChanged = changes.length > 0;
    if (!isChanged && ended.length === 0 && report.kind !== 'deleted') return;
    const version = user.version + (isChanged ? 1 : 0);
    if (isChanged) {
      const { firstName, lastName, email, phone } = { ...user, ...patch };
      const words = searchWords(email, phone, ...phoneWords(phone), firstName, lastName);
      const saved = { ...patch, searchWords: words, version, updatedAt: ctx.now };
      await UserModel.updateOne(filter, { $set: saved }, { session: change.session });
    }
    change.record({
      action: actionOf[report.kind],
      targets: [{ type: 'user', id: userId }, ...ended.map((id) => ({ type: 'session', id }))],
      changes,
      propertyIds: user.residences.map(({ propertyId }) => propertyId),
    });
    const type = report.kind === 'deleted' ? 'pas.v1.identity.user.deleted' : 'pas.v1.identity.user.updated';
    change.publish({ type, subject: userId, data: { aggregateVersion: version, userId } });
  });
}

/**
 * Notes on the account that an event was applied; it comes last, so that a crash before it repeats the whole. A deletion
 * takes the identity off the account, so that the person can come back with a new one.
 */
async function noteApplied({ _id }: AccountRow, { kind, subject, at }: IdentityReport): Promise<void> {
  const now = new Date();
  const update =
    kind === 'deleted' ? { identity: null, updatedAt: now } : { identitySyncedAt: at ?? now, updatedAt: now };
  if (kind === 'sessions_ended') return;
  await AccountModel.updateOne({ _id, 'identity.subject': subject }, { $set: update });
}

const isLate = (account: AccountRow, { kind, at }: IdentityReport): boolean =>
  kind === 'updated' && at !== null && (account.identitySyncedAt ?? at) > at;

/**
 * Does what an identity event says: names and a verified e-mail follow the provider, a ban disables the person's users, a
 * deletion takes the identity off the account for good; sessions end with the last two and with the provider's own.
 */
export const processIdentity: ProcessReceipt = async (processing, receipt) => {
  const report = readIdentityReport(jsonOf(receipt));
  if (!report) return 'IGNORED';
  const account = await AccountModel.findOne({ 'identity.subject': report.subject }).lean<AccountRow>();
  if (!account) return 'IGNORED';
  if (isLate(account, report)) return 'PROCESSED';
  const users = await UserModel.find({ accountId: account._id, isLive: true }, { tenantId: 1 })
    .setOptions({ crossTenant: 'users-of-account' })
    .lean<Pick<UserRow, '_id' | 'tenantId'>[]>();
  const moved = await findMovedEmail(account, report.email);
  await doForAll(users, async ({ _id: userId, tenantId }) =>
    applyToUser(receiptContext(processing, receipt, tenantId), { userId, report, moved }),
  );
  await moveAccount(account, moved);
  await noteApplied(account, report);
  return 'PROCESSED';
};
