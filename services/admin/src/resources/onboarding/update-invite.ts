import { alreadyExists } from '@pas/platform/errors/raise';
import { requireVersion } from '@pas/platform/http/if-match';
import { sentFields } from '@pas/platform/http/sent-fields';
import { withSources } from '@pas/platform/mongo/derive-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { auditedInvite } from '@pas/shared/invites/audited-invite';
import { expireInvite } from '@pas/shared/invites/expire-invite';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { pendingKeyOf } from '@pas/shared/invites/new-invite';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { refuseResident } from '@pas/shared/residences/refuse-resident';
import { loadProperty } from '../properties/load-property.ts';
import { readTextPhone } from '../read-phone.ts';
import { endQueued } from './end-queued.ts';
import type { UpdateInvite } from './invite.schema.ts';
import { loadInvite } from './load-invite.ts';
import { nextToken } from './next-token.ts';
import { contactKeyOf } from './read-invitation.ts';
import { requirePending } from './refuse-ended.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateInvite;
}

type Contacts = Pick<InviteRow, 'inviteeEmail' | 'inviteePhone'>;

const keyOf = (email: string | null): string | null => (email === null ? null : emailKey(email));

/**
 * Reads the contacts of a patch. An e-mail that is only spelled in another way stays as it is.
 *
 * @throws invalid (`invalid_phone`, `premium_number`)
 */
async function readContacts(
  ctx: OperationContext,
  invite: InviteRow,
  { inviteeEmail = invite.inviteeEmail, inviteePhone = invite.inviteePhone }: UpdateInvite,
): Promise<Contacts> {
  const isSameEmail = keyOf(inviteeEmail) === keyOf(invite.inviteeEmail);
  const email = isSameEmail ? invite.inviteeEmail : inviteeEmail;
  if (inviteePhone === null || inviteePhone === invite.inviteePhone)
    return { inviteeEmail: email, inviteePhone };
  const { address } = await loadProperty(ctx, invite.propertyId);
  const phone = await readTextPhone('inviteePhone', inviteePhone, address.country);
  return { inviteeEmail: email, inviteePhone: phone };
}

/**
 * Checks the phone of a patch whose other fields have problems.
 *
 * @throws not_found, invalid (`invalid_phone`, `premium_number`)
 */
export async function checkPhone(
  ctx: OperationContext,
  id: string,
  inviteePhone: string | null | undefined,
): Promise<void> {
  if (inviteePhone === undefined) return;
  await readContacts(ctx, await loadInvite(ctx, { by: 'id', inviteId: id }), { inviteePhone });
}

/** Ends an expired invite that still holds the key. @throws conflict (`already_exists`) for a pending one */
async function freeKey(ctx: OperationContext, change: Change, invite: InviteRow): Promise<void> {
  const { _id, pendingKey } = invite;
  if (pendingKey === null) return;
  await expireInvite(ctx, change, { pendingKey });
  const filter = { tenantId: ctx.tenantId, pendingKey, _id: { $ne: _id } };
  if (await InviteModel.exists(filter).session(change.session))
    throw alreadyExists('invite', invite.inviteeEmail === null ? 'inviteePhone' : 'inviteeEmail');
}

/**
 * Prepares an invite for another contact: a new token, and no message or reminder to the former one.
 *
 * @throws conflict (`already_resident`, `already_exists`)
 */
async function moveToContact(
  ctx: OperationContext,
  change: Change,
  { links, invite, contacts }: { links: InviteLinks; invite: InviteRow; contacts: Contacts },
): Promise<Partial<InviteRow>> {
  const { inviteeEmail: email, inviteePhone: phone } = contacts;
  const { unitId } = invite;
  await fenceParent(change.transaction, { kind: 'unit', tenantId: ctx.tenantId, id: unitId });
  await refuseResident(ctx, change, { unitId, invitee: { email, phone } });
  const contactKey = contactKeyOf(email, phone);
  const pendingKey = pendingKeyOf(unitId, contactKey);
  if (pendingKey !== invite.pendingKey) await freeKey(ctx, change, { ...invite, ...contacts, pendingKey });
  await endQueued(ctx, change, invite, 'contact_changed');
  const unsent = { remindFrom: null, reminderDueAt: null, previewedAt: null };
  return { ...contacts, contactKey, pendingKey, ...unsent, ...nextToken(links, invite) };
}

async function save(
  ctx: OperationContext,
  { session }: Change,
  { _id }: InviteRow,
  fields: Partial<InviteRow>,
): Promise<InviteRow> {
  const filter = { _id, tenantId: ctx.tenantId, ...pendingAt(ctx) };
  const update = { $set: { ...fields, updatedAt: ctx.now }, $inc: { version: 1 } };
  const options = { session, returnDocument: 'after' as const };
  const saved = await InviteModel.findOneAndUpdate(filter, update, options).lean<InviteRow>();
  if (!saved) throw new Error(`The invite ${_id} has changed within the transaction that updates it.`);
  return saved;
}

/**
 * Changes a pending invite. Another contact gets a new token, and the old link answers that it was replaced. Nothing is
 * sent. A patch without changes leaves version and audit unchanged.
 *
 * @throws not_found, invalid, precondition_failed
 * @throws conflict as a dispatch, and `already_resident` or `already_exists` for the new contact
 */
export async function updateInvite(
  ctx: OperationContext,
  links: InviteLinks,
  { id, ifMatch, patch }: Update,
): Promise<InviteRow> {
  return commit(ctx, async (change) => {
    const invite = await loadInvite(ctx, { by: 'id', inviteId: id }, change.session);
    const contacts = await readContacts(ctx, invite, patch);
    requireVersion(invite, ifMatch);
    requirePending(invite, ctx.now);
    const changes = fieldChanges(invite, { ...invite, ...sentFields(patch), ...contacts }, auditedInvite);
    if (changes.length === 0) return invite;
    const hasMoved =
      contacts.inviteeEmail !== invite.inviteeEmail || contacts.inviteePhone !== invite.inviteePhone;
    const moved = hasMoved ? await moveToContact(ctx, change, { links, invite, contacts }) : {};
    const fields = withSources(InviteModel, invite, { ...sentFields(patch), ...contacts, ...moved });
    const saved = await save(ctx, change, invite, fields);
    const targets = [{ type: 'invite', id }];
    change.record({ action: 'invite.updated', targets, propertyIds: [invite.propertyId], changes });
    return saved;
  });
}
