import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newInvite } from '@pas/shared/invites/new-invite';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { addDeliveries, type QueuedDeliveries } from '@pas/shared/invites/queue-deliveries';
import { contactsOf } from '@pas/shared/invites/require-channels';
import { countOrFail } from '@pas/shared/recipients/count-messages';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { findRenewals } from '../../onboarding/clear-renewals.ts';
import { importActor } from './import-actor.ts';
import { BatchLost } from './commit-batch.ts';
import { findInvitable, type Invitable } from './find-invitable.ts';
import { saveInvites } from './save-invites.ts';
import type { PlannedRow } from './working-set.ts';

/** Residents invited per transaction. Small batches keep the message queue fair. */
const batchSize = 50;

/** Reads the next executed rows whose residents are not yet invited. */
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

/**
 * Creates the invite of a resident. If the import dispatches, it has a delivery on each channel of the
 * resident.
 */
function makeInvite(
  ctx: OperationContext,
  { links, channels }: OnboardingSettings,
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

/** Applies the limits of recipients. A recipient over the limit still gets an invite, with a FAILED delivery. */
async function limitRecipients(
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

interface InvitedRow {
  imported: ImportRow;
  /** The last line of the batch. */
  through: number;
  count: number;
}

/**
 * Advances the invite checkpoint by one conditional write: when two workers have the same batch, only one
 * succeeds.
 */
async function advanceInvited(
  { tenantId }: OperationContext,
  { session }: Change,
  { imported: { _id, invitedThrough }, through, count }: InvitedRow,
): Promise<void> {
  const filter = { _id, tenantId, status: 'COMMITTING' as const, invitedThrough, stopRequestedAt: null };
  const update = { $set: { invitedThrough: through }, $inc: { 'progress.invited': count } };
  const { matchedCount } = await ImportModel.updateOne(filter, update, { session });
  if (matchedCount === 0) throw new BatchLost('The batch was invited already, or the import was stopped.');
}

/**
 * Invites the next residents of an import whose rows are all done. It skips residents who can sign in, have
 * moved out since, or have an invite to the unit.
 *
 * @returns whether there was a batch
 * @throws BatchLost when another worker has invited the batch
 */
export async function inviteResidents(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  imported: ImportRow,
): Promise<boolean> {
  if (imported.options.invite === 'NONE') return false;
  const rows = await nextToInvite(imported);
  const last = rows.at(-1);
  if (!last) return false;
  const { settings } = await readTenant(ctx.tenantId);
  await commit(ctx, async (change) => {
    const people = await findInvitable(ctx, change, rows);
    const invites = await limitRecipients(
      ctx,
      change,
      people.map((person) =>
        makeInvite(ctx, onboarding, { person, imported, ttlHours: settings.inviteTtlHours }),
      ),
    );
    await advanceInvited(ctx, change, { imported, through: last.line, count: invites.length });
    const renewals = await findRenewals(
      ctx.tenantId,
      invites.map(({ invite }) => invite),
    );
    await saveInvites(ctx, change, { imported, invites, renewals });
  });
  return true;
}
