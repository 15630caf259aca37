import { heldProperties } from '@pas/shared/residences/held-properties';
import { checkAll } from '@pas/platform/errors/check-all';
import { preconditionFailed } from '@pas/platform/errors/raise';
import { requireVersion } from '@pas/platform/http/if-match';
import { changesUnder } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { putOnce } from '../put-once.ts';
import { hasResidence, addResidenceIn } from './add-residence.ts';
import { checkNewUser, makeUser } from './create-user.ts';
import { requireReach } from './load-user.ts';
import { readPeriod, requirePeriod } from './residence-period.ts';
import { checkPatch, patchUser, type PatchedUser } from './update-user.ts';
import { statusChange } from '@pas/shared/residences/status-change';
import { type PutUser } from './user.schema.ts';

interface PutRequest {
  externalId: string;
  ifMatch: readonly number[] | null;
  input: PutUser;
}

/** A created or changed user. */
export interface PutOutcome {
  user: UserRow;
  isNew: boolean;
}

/** Finds the live user of an external id, also beyond the caller's reach. */
async function findByExternalId(
  { tenantId }: OperationContext,
  externalId: string,
  session: ClientSession | null,
): Promise<UserRow | null> {
  return UserModel.findOne({ tenantId, externalId, isLive: true }).session(session).lean<UserRow>();
}

/** @throws invalid for a user of the other kind */
function requireKind({ kind }: UserRow, sent: PutUser['kind']): void {
  if (sent === undefined || sent === kind) return;
  throw invalidField('kind', 'immutable', `kind: The user is ${kind}, and a user stays of one kind.`);
}

/** Checks a user when other fields have problems. */
export async function checkPutUser(
  ctx: OperationContext,
  externalId: string,
  { sent, faulty }: { sent: Partial<PutUser>; faulty: ReadonlySet<string> },
): Promise<void> {
  const row = await findByExternalId(ctx, externalId, null);
  if (!row) return checkNewUser(ctx, { sent: { ...sent, kind: sent.kind ?? 'RESIDENT' }, faulty });
  requireReach(ctx, row);
  const { kind, residence, ...patch } = sent;
  await checkAll(
    () => checkPatch(ctx, row._id, { sent: patch, faulty }),
    () => requireKind(row, kind),
    () => residence && requirePeriod(row.kind, readPeriod(ctx, residence), 'residence.'),
  );
}

/** Creates the requested residence, unless the person has an overlapping one. */
async function ensureResidence(
  ctx: OperationContext,
  change: Change,
  { row, patched, residence }: { row: UserRow; patched: PatchedUser; residence: PutUser['residence'] },
) {
  if (!residence) return null;
  await requirePeriod(row.kind, readPeriod(ctx, residence), 'residence.');
  if (hasResidence(ctx, row, residence)) return null;
  const userRow = patched.changes.length > 0 ? 'updated' : 'untouched';
  return addResidenceIn(ctx, change, { row: patched.user, input: residence, userRow });
}

const noResidence = { targets: [], changes: [], residence: null };

/** Changes the sent fields and creates a missing residence, as one change with one version and one record. */
async function changeUser(
  ctx: OperationContext,
  change: Change,
  { row, input }: { row: UserRow; input: PutUser },
): Promise<UserRow> {
  const { kind, residence, ...patch } = input;
  requireKind(row, kind);
  const patched = await patchUser(ctx, change, { row, patch });
  const added = await ensureResidence(ctx, change, { row, patched, residence });
  const isPatched = patched.changes.length > 0;
  if (!isPatched && !added) return row;
  const user = added?.user ?? patched.user;
  const { targets, changes, residence: home } = added ?? noResidence;
  change.record({
    action: isPatched ? 'user.updated' : 'residence.created',
    targets: [{ type: 'user', id: row._id }, ...targets, ...patched.targets],
    changes: [
      ...patched.changes,
      ...changesUnder(`residences.${home?.id}`, changes),
      ...statusChange(patched.user, user),
    ],
    propertyIds: heldProperties(user, ctx),
  });
  return user;
}

/**
 * Creates the user of an external id, or changes the sent fields and creates a missing residence. A call
 * without changes leaves version and audit unchanged.
 *
 * @throws as `createUser` for a new user, else as `updateUser` and `addResidence`; invalid for another kind,
 *   precondition_failed
 */
export async function putUser(ctx: OperationContext, input: PutRequest): Promise<PutOutcome> {
  const { externalId, ifMatch } = input;
  const put = async (reportFound: (isFound: boolean) => void): Promise<PutOutcome> =>
    commit(ctx, async (change) => {
      const row = await findByExternalId(ctx, externalId, change.session);
      reportFound(row !== null);
      if (row) {
        requireReach(ctx, row);
        requireVersion(row, ifMatch);
        return { user: await changeUser(ctx, change, { row, input: input.input }), isNew: false };
      }
      if (ifMatch !== null) throw preconditionFailed();
      const { kind = 'RESIDENT', ...sent } = input.input;
      return { user: await makeUser(ctx, change, { ...sent, kind, externalId }), isNew: true };
    });
  const exists = async (): Promise<boolean> => (await findByExternalId(ctx, externalId, null)) !== null;
  return putOnce({ put, exists });
}
