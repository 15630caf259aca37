import { tenantNow } from '@pas/shared/context/tenant-now';
import { notFound } from '@pas/platform/errors/raise';
import { movePassDelivery } from '@pas/shared/invites/move-pass-delivery';
import type { PassLinks } from '@pas/shared/access/pass-links';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { ClaimedMessage, PreparedMessage } from './claimed-message.ts';
import { mailBrandOf } from './mail-brand.ts';
import { composePassMessage, writePassMail, writePassText } from './pass-message.ts';

/** @throws not_found when the tenant is deleted, Error when the property does not exist */
async function prepare(pass: AccessPassRow, links: PassLinks): Promise<PreparedMessage> {
  const { _id, tenantId, propertyId } = pass;
  const [property, tenant] = await Promise.all([
    PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
    readTenant(tenantId),
  ]);
  if (!property) throw new Error(`The pass ${_id} names a property that does not exist.`);
  if (!tenant.isLive) throw notFound();
  const brand = mailBrandOf(tenant, links.portalUrl);
  const write = () => composePassMessage({ pass, property, brand, url: links.urlOf(pass) });
  return {
    heldUntil: null,
    writeMail: () => writePassMail(write()),
    writeText: () => writePassText(write()),
    afterSending: async () => ({}),
  };
}

/** Loads the delivery of a pass that a claimed message carries; null when it is no longer queued. */
export async function claimPassMessage(
  ctx: OperationContext,
  message: OutgoingMessageRow,
  links: PassLinks,
): Promise<ClaimedMessage | null> {
  const passId = message.passId ?? '';
  const pass = await AccessPassModel.findOne({ _id: passId, tenantId: ctx.tenantId }).lean<AccessPassRow>();
  const delivery = pass?.deliveries.find(({ id }) => id === message._id);
  if (!pass || delivery?.status !== 'QUEUED') return null;
  const contact = delivery.channel === 'EMAIL' ? pass.holderEmail : pass.holderPhone;
  const isLive = pass.isLive && pass.endsAt > tenantNow(ctx);
  return {
    ctx,
    message,
    delivery: { ...delivery, to: contact ?? '' },
    propertyId: pass.propertyId,
    findSkipReason: () => (isLive ? null : 'pass_ended'),
    prepare: async () => prepare(pass, links),
    move: async (at, change, move) =>
      movePassDelivery(at, change, { ...move, passId, deliveryId: delivery.id }),
  };
}
