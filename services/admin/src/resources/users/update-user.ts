import { heldProperties } from '@pas/shared/residences/held-properties';
import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges, type FieldChange } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { checkAll } from '@pas/platform/errors/check-all';
import { invalidField } from '@pas/shared/errors/raise';
import { requireVersion } from '@pas/platform/http/if-match';
import { revokeInvitesOfLeavers } from '@pas/shared/invites/end-invites';
import { formerStateOf, inFormerState, userStatusAt } from '@pas/shared/models/former';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { requireAllProperties } from '@pas/shared/principal/require-all-properties';
import { saveChanges } from '@pas/shared/change/save-changes';
import { replacedContacts } from '@pas/shared/residences/replaced-contacts';
import { accessTargets, endAccess, nothing, type PersonAccess } from '@pas/shared/sessions/end-access';
import { endSessions } from '@pas/shared/sessions/end-sessions';
import { flagKeysOfStaff, losesRightToIssue } from './flag-keys-of-staff.ts';
import { loadUser } from './load-user.ts';
import { withPlaceholderContact, readContacts } from './read-contacts.ts';
import { readPropertyIds, requireProperties } from './require-properties.ts';
import { requireWholeUser } from './require-whole-user.ts';
import { auditedUser, type UpdateUser } from './user.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateUser;
}

interface Patch {
  row: UserRow;
  patch: UpdateUser;
}

/** @throws invalid for the reactivation of a FORMER resident, which requires a residence */
function requireSettable(ctx: OperationContext, { row, patch: { status } }: Patch): void {
  const isReturn = status !== undefined && status !== 'DISABLED';
  if (!isReturn || userStatusAt(row, ctx.now) !== 'FORMER') return;
  const message = 'status: A FORMER user needs a new residence. Add one with POST /users/{id}/residences.';
  throw invalidField('status', 'residence_required', message);
}

/** Returns the patched status with its dependent fields. */
function patchedStatus(ctx: OperationContext, row: UserRow, status: UserRow['status'] | undefined) {
  return status === undefined || status === row.status ? {} : formerStateOf({ ...row, status }, ctx.now);
}

/**
 * Returns the fields of a user that a patch changes. A new e-mail must be verified before it grants access.
 *
 * @throws invalid with all problems, not_found for an unknown property
 */
async function patchedFields(ctx: OperationContext, { row, patch }: Patch, session: ClientSession) {
  const [contacts, propertyIds] = await checkAll(
    () => readContacts(ctx, { known: row, sent: patch }, session),
    () => readPropertyIds(row.kind, patch.propertyIds),
    () => requireSettable(ctx, { row, patch }),
  );
  await requireProperties(ctx, propertyIds, session);
  const { email: _email, phone: _phone, status, ...rest } = patch;
  const sent = sentFields({ ...rest, propertyIds });
  return {
    ...sent,
    ...contacts,
    // A phone that staff enter is trusted.
    ...(contacts.phone !== row.phone && { claimedPhone: null }),
    status: row.status,
    accountId: contacts.emailKey === row.emailKey ? row.accountId : null,
    ...patchedStatus(ctx, row, status),
  };
}

/** Checks a patch of a user when other fields have problems. */
export async function checkPatch(
  ctx: OperationContext,
  id: string,
  { sent, faulty }: { sent: Partial<UpdateUser>; faulty: ReadonlySet<string> },
): Promise<void> {
  const row = await loadUser(ctx, id);
  await checkAll(
    () => readContacts(ctx, { known: withPlaceholderContact(faulty, row), sent }),
    () => readPropertyIds(row.kind, sent.propertyIds),
    () => requireSettable(ctx, { row, patch: sent }),
  );
}

type UserPatch = Awaited<ReturnType<typeof patchedFields>>;

/**
 * Ends the sessions of a person whose verified e-mail has changed, and also the devices of a disabled person.
 */
async function endAccessAfter(
  ctx: OperationContext,
  change: Change,
  { row, fields }: { row: UserRow; fields: UserPatch },
): Promise<PersonAccess> {
  const isShutOut = fields.status === 'DISABLED' && row.status !== 'DISABLED';
  if (isShutOut) return endAccess(ctx, change, row._id);
  if (fields.emailKey === row.emailKey) return nothing;
  return { ...nothing, sessions: await endSessions(ctx, change, row._id) };
}

/** A patched user, with the details for the audit record. */
export interface PatchedUser {
  user: UserRow;
  changes: FieldChange[];
  /** The sessions, devices and invites that ended with the change. */
  targets: { type: string; id: string }[];
}

/** Changes the fields of a user within a change, as `updateUser` does. The caller records the changes. */
export async function patchUser(
  ctx: OperationContext,
  change: Change,
  { row, patch }: Patch,
): Promise<PatchedUser> {
  if (patch.propertyIds !== undefined) requireAllProperties(ctx);
  const fields = await patchedFields(ctx, { row, patch }, change.session);
  const patched = { ...row, ...fields };
  const changes = fieldChanges(row, patched, auditedUser);
  if (changes.length === 0) return { user: row, changes, targets: [] };
  if (patched.status !== row.status || patched.emailKey !== row.emailKey) requireWholeUser(ctx, row);
  if (losesRightToIssue(row, patched)) await flagKeysOfStaff(ctx, row);
  const ended = await endAccessAfter(ctx, change, { row, fields });
  const user = await saveChanges(ctx, change, { model: UserModel, row, fields, where: inFormerState(row) });
  const invites = await revokeInvitesOfLeavers(ctx, change, replacedContacts(row, user, ctx));
  return { user, changes, targets: [...accessTargets(ended), ...(invites.get(row._id) ?? [])] };
}

/**
 * Changes a user. A patch without changes leaves version and audit unchanged.
 *
 * @throws not_found, precondition_failed, invalid for contacts
 * @throws conflict when another user has the e-mail or the externalId
 * @throws forbidden when a restricted key would end all of its access to a person who also lives elsewhere
 * @throws forbidden for restricted callers that send propertyIds
 */
export async function updateUser(ctx: OperationContext, { id, ifMatch, patch }: Update): Promise<UserRow> {
  if (patch.propertyIds !== undefined) requireAllProperties(ctx);
  return commit(ctx, async (change) => {
    const row = await loadUser(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const { user, changes, targets } = await patchUser(ctx, change, { row, patch });
    if (changes.length > 0)
      change.record({
        action: 'user.updated',
        targets: [{ type: 'user', id }, ...targets],
        changes,
        propertyIds: heldProperties(row, ctx),
      });
    return user;
  });
}
