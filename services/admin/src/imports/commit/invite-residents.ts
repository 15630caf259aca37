import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newInvite } from '@pas/shared/invites/new-invite';
import type { Onboarding } from '@pas/shared/invites/onboarding';
import { addDeliveries, type QueuedDeliveries } from '@pas/shared/invites/queue-deliveries';
import { contactsOf } from '@pas/shared/invites/require-channels';
import { countOrFail } from '@pas/shared/recipients/count-messages';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { findRenewals } from '../../resources/onboarding/clear-renewals.ts';
import { importActor } from '../import-actor.ts';
import { BatchLost } from './commit-batch.ts';
import { findInvitable, type Invitable } from './find-invitable.ts';
import { saveInvites } from './save-invites.ts';
import type { PlannedRow } from './working-set.ts';

/** Residents who are invited in one transaction: their messages join the queue in small portions. */
const batchSize = 50;

/** The next rows that are done and whose residents are to be invited. */
async function nextToInvite({ _id: importId, tenantId, invitedThrough }: ImportRow): Promise<PlannedRow[]> {
  const filter = {
    tenantId,
    importId,
    line: { $gt: invitedThrough ?? 0 },
    verdict: { $in: ['create' as const, 'update' as const] },
    execution: 'DONE' as const,
  };
  return ImportedRowModel.find(filter)
    .where('operation.invite')
    .in(['CREATE', 'DISPATCH'])
    .sort({ line: 1 })
    .limit(batchSize)
    .lean<PlannedRow[]>();
}

/** Makes the invite of a resident, with a delivery on each channel that reaches them where the import dispatches. */
function makeInvite(
  ctx: OperationContext,
  { links, channels }: Onboarding,
  { person, imported, ttlHours }: { person: Invitable; imported: ImportRow; ttlHours: number },
): QueuedDeliveries {
  const { unit, invitee, role, row } = person;
  const createdBy = importActor(imported);
  const invite = newInvite(ctx, links, { unit, invitee, role, ttlHours, createdBy });
  const contacts = contactsOf(invite);
  const isSent = row.operation.invite === 'DISPATCH';
  return addDeliveries(ctx, {
    invite,
    channels: isSent ? channels.filter((channel) => contacts[channel] !== null) : [],
  });
}

/** Counts the messages of invites. An invite whose recipient has got too many is made, and its delivery is FAILED. */
async function countInvites(
  ctx: OperationContext,
  change: Change,
  invites: readonly QueuedDeliveries[],
): Promise<QueuedDeliveries[]> {
  const counted = await countOrFail(
    ctx,
    change,
    invites.flatMap(({ added }) => added),
  );
  const byId = new Map(counted.map((delivery) => [delivery.id, delivery]));
  return invites.map(({ invite }) => {
    const deliveries = invite.deliveries.map((delivery) => byId.get(delivery.id) ?? delivery);
    const added = deliveries.filter(({ status }) => status === 'QUEUED');
    return { invite: { ...invite, deliveries }, added };
  });
}

interface Invited {
  imported: ImportRow;
  /** The last line of the batch. */
  through: number;
  count: number;
}

/** Notes that a batch is invited, by one conditional write: of two workers with one batch, one changes the import. */
async function moveInvited(
  { tenantId }: OperationContext,
  { session }: Change,
  { imported: { _id, invitedThrough }, through, count }: Invited,
): Promise<void> {
  const filter = { _id, tenantId, status: 'COMMITTING' as const, invitedThrough, stopRequestedAt: null };
  const update = { $set: { invitedThrough: through }, $inc: { 'progress.invited': count } };
  const { matchedCount } = await ImportModel.updateOne(filter, update, { session });
  if (matchedCount === 0) throw new BatchLost('The batch was invited already, or the import was stopped.');
}

/**
 * Invites the next residents of an import whose rows are all done. Residents who can sign in already, who have moved out
 * since, or who are invited to the unit already get no invite.
 *
 * @returns whether there was a batch
 * @throws BatchLost where another worker has invited the batch
 */
export async function inviteResidents(
  ctx: OperationContext,
  onboarding: Onboarding,
  imported: ImportRow,
): Promise<boolean> {
  if (imported.options.invite === 'NONE') return false;
  const rows = await nextToInvite(imported);
  const last = rows.at(-1);
  if (!last) return false;
  const { settings } = await readTenant(ctx.tenantId);
  await commit(ctx, async (change) => {
    const people = await findInvitable(ctx, change, rows);
    const invites = await countInvites(
      ctx,
      change,
      people.map((person) =>
        makeInvite(ctx, onboarding, { person, imported, ttlHours: settings.inviteTtlHours }),
      ),
    );
    await moveInvited(ctx, change, { imported, through: last.line, count: invites.length });
    const renewals = await findRenewals(
      ctx.tenantId,
      invites.map(({ invite }) => invite),
    );
    await saveInvites(ctx, change, { imported, invites, renewals });
  });
  return true;
}
