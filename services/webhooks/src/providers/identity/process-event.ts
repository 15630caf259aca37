import { heldProperties } from '@pas/shared/residences/held-properties';
import { RetryLater } from '@pas/platform/events/retry-later';
import { openLease } from '@pas/platform/leases/lease';
import { core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { runForEach } from '@pas/platform/background/run-for-each';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { accessTargets, endAccess, nothing, type PersonAccess } from '@pas/shared/sessions/end-access';
import { loggedInBy } from '@pas/shared/sessions/start-session';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { formerStateOf, inFormerState } from '@pas/shared/models/former';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { withSources } from '@pas/platform/mongo/derive-fields';
import {
  jsonOf,
  receiptContext,
  type ProcessingDependencies,
  type ProcessReceipt,
  type Receipt,
  type ReceiptOutcome,
} from '../../processing/receipt.ts';
import { findMovedEmail, moveAccount, movedEmailOf, type MovedEmail } from './follow-email.ts';
import { readIdentityReport, type IdentityReport } from './read-event.ts';

/**
 * Ends the sessions of an account in one tenant.
 *
 * @param at only sessions whose log-in was by this time; null for all
 */
async function endAccountSessions(
  { now, tenantId }: OperationContext,
  { session }: Change,
  { accountId, at }: { accountId: string; at: Date | null },
): Promise<string[]> {
  const open = { accountId, tenantId, revokedAt: null, ...(at && loggedInBy(at)) };
  const rows = await SessionModel.find(open, { _id: 1 }).session(session).lean<Pick<SessionRow, '_id'>[]>();
  const ids = rows.map(({ _id }) => _id);
  if (ids.length === 0) return ids;
  const update = { $set: { revokedAt: now } };
  await SessionModel.updateMany({ _id: { $in: ids }, revokedAt: null }, update, { session });
  return ids;
}

/** Returns the changes of an event in a user: the names and a ban. Only staff can lift a ban here. */
function changesOf(user: UserRow, report: IdentityReport, now: Date) {
  if (report.kind !== 'updated') return {};
  const { firstName = user.firstName, lastName = user.lastName, isBanned } = report;
  return { firstName, lastName, ...(isBanned && formerStateOf({ ...user, status: 'DISABLED' }, now)) };
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

/** Ends sessions and devices of a person after a ban, and only sessions after the other events. */
async function endAccessAfter(
  ctx: OperationContext,
  change: Change,
  person: { userId: string; accountId: string },
  { kind, at, isBanned }: IdentityReport,
): Promise<PersonAccess> {
  const { userId, accountId } = person;
  if (kind === 'updated') return isBanned ? endAccess(ctx, change, userId) : nothing;
  const until = kind === 'sessions_ended' ? at : null;
  return { ...nothing, sessions: await endAccountSessions(ctx, change, { accountId, at: until }) };
}

/** An event for one user, with the e-mail to which the account moves. */
interface UserUpdate {
  userId: string;
  report: IdentityReport;
  moved: MovedEmail | null;
}

/** Applies an event to a user of one tenant, with one transaction and one record. Writes nothing if nothing changes. */
async function applyToUser(ctx: OperationContext, { userId, report, moved }: UserUpdate): Promise<void> {
  await commit(ctx, async (change) => {
    const filter = { _id: userId, tenantId: ctx.tenantId, isLive: true };
    const user = await UserModel.findOne(filter).session(change.session).lean<UserRow>();
    if (!user?.accountId) return;
    const { accountId } = user;
    const ended = accessTargets(await endAccessAfter(ctx, change, { userId, accountId }, report));
    const { session } = change;
    const email = await movedEmailOf(ctx, { user, moved, session });
    const patch = { ...changesOf(user, report, ctx.now), ...email };
    const changes = fieldChanges(user, { ...user, ...patch }, audited);
    const isChanged = changes.length > 0;
    if (!isChanged && ended.length === 0 && report.kind !== 'deleted') return;
    const version = user.version + (isChanged ? 1 : 0);
    if (isChanged) {
      const saved = { ...withSources(UserModel, user, patch), version, updatedAt: ctx.now };
      const where = { ...filter, ...inFormerState(user) };
      await UserModel.updateOne(where, { $set: saved }, { session });
    }
    change.record({
      action: actionOf[report.kind],
      targets: [{ type: 'user', id: userId }, ...ended],
      changes,
      propertyIds: heldProperties(user, ctx),
    });
    const type = report.kind === 'deleted' ? 'pas.v1.identity.user.deleted' : 'pas.v1.identity.user.updated';
    change.publish({ type, subject: userId, data: { aggregateVersion: version, userId } });
  });
}

/**
 * Records on the account that an event was applied. This comes last, so that a crash before it repeats everything. A
 * deletion removes the identity from the account, so that the person can return with a new one.
 */
async function recordApplied({ _id }: AccountRow, { kind, subject, at }: IdentityReport): Promise<void> {
  const now = new Date();
  const update =
    kind === 'deleted' ? { identity: null, updatedAt: now } : { identitySyncedAt: at ?? now, updatedAt: now };
  if (kind === 'sessions_ended') return;
  await AccountModel.updateOne({ _id, 'identity.subject': subject }, { $set: update });
}

const isLate = (account: AccountRow, { kind, at }: IdentityReport): boolean =>
  kind === 'updated' && at !== null && (account.identitySyncedAt ?? at) > at;

/** The time for which a process that died keeps the events of its person waiting, in milliseconds. */
const leaseMs = 20_000;

/**
 * Runs work about a person while no other process works on an event of the same person. Two events at once could end in
 * the older state.
 *
 * @throws RetryLater while another event of the person is under way
 */
async function inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const lease = openLease({ connection: core, name: `identity ${subject}`, ttlMs: leaseMs });
  // Two events that begin at the same moment both insert the lease.
  const isMine = await lease.acquire().catch((error: unknown) => {
    if (duplicateKeyOf(error) === null) throw error;
    return false;
  });
  if (!isMine) throw new RetryLater('Another event of the person is under way.', { afterMs: 300 });
  try {
    return await work();
  } finally {
    await lease.release();
  }
}

async function apply(
  processing: ProcessingDependencies,
  receipt: Receipt,
  report: IdentityReport,
): Promise<ReceiptOutcome> {
  const account = await AccountModel.findOne({ 'identity.subject': report.subject }).lean<AccountRow>();
  if (!account) return 'IGNORED';
  if (isLate(account, report)) return 'PROCESSED';
  const users = await UserModel.find({ accountId: account._id, isLive: true }, { tenantId: 1 })
    .setOptions({ crossTenant: 'users-of-account' })
    .lean<Pick<UserRow, '_id' | 'tenantId'>[]>();
  const moved = await findMovedEmail(account, report.email);
  await runForEach(users, async ({ _id: userId, tenantId }) =>
    applyToUser(receiptContext(processing, receipt, tenantId), { userId, report, moved }),
  );
  await moveAccount(account, moved);
  await recordApplied(account, report);
  return 'PROCESSED';
}

/**
 * Applies an identity event.
 *
 * Names and a verified e-mail follow the provider. A ban disables the person's users, and ends their sessions and
 * devices. A deletion removes the identity from the account. It ends the sessions, as the end of a session at the
 * provider does.
 */
export const processIdentity: ProcessReceipt = async (processing, receipt) => {
  const report = readIdentityReport(jsonOf(receipt));
  if (!report || !(await AccountModel.exists({ 'identity.subject': report.subject }))) return 'IGNORED';
  return inTurn(report.subject, () => apply(processing, receipt, report));
};
