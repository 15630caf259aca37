import type { Bus } from '@pas/platform/events/bus';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { consumers } from '@pas/shared/events/traffic';
import { startConsumer } from '@pas/shared/events/start-consumer';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { moveDelivery } from '@pas/shared/invites/move-delivery';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { workContext } from '@pas/shared/context/work-context';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { Logger } from '@pas/platform/log/logger';
import { InviteModel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { writeInviteMail } from '../dispatch/invite-mail.ts';
import { MailRefused, type Mailer } from '../dispatch/mailer.ts';

export interface DeliverInvites {
  bus: Bus;
  environment: string;
  events: CommittedEvents;
  log: Logger;
  links: InviteLinks;
  mailer: Mailer;
}

/**
 * Sends the deliveries that a dispatch has queued. The event carries only their ids: the link is derived here and is
 * never on the bus.
 */
export function startDeliverInvites(deliver: DeliverInvites): RunningConsumer {
  const { bus, log, environment, events } = deliver;
  const worker = { service: 'admin', name: 'Delivery of invites', environment, events, log };
  return startConsumer({
    bus,
    log,
    environment,
    ...consumers.deliverInvites,
    concurrency: 4,
    handle: async ({ tenantid, data: { inviteId, deliveries } }) => {
      for (const { id } of deliveries)
        await sendDelivery(deliver, workContext(worker, tenantid), { inviteId, deliveryId: id });
    },
  });
}

interface Queued {
  inviteId: string;
  deliveryId: string;
}

/**
 * Sends one queued delivery and records it. A crash between the mail server's answer and the record sends it once
 * more, under the same Message-ID; in every other case the record keeps a redelivered event from sending again.
 */
async function sendDelivery(
  { links, mailer }: Pick<DeliverInvites, 'links' | 'mailer'>,
  ctx: OperationContext,
  queued: Queued,
): Promise<void> {
  const { inviteId, deliveryId } = queued;
  const invite = await InviteModel.findOne({ _id: inviteId, tenantId: ctx.tenantId }).lean<InviteRow>();
  const delivery = invite?.deliveries.find(({ id }) => id === deliveryId);
  if (!invite || delivery?.status !== 'QUEUED') return;
  const error = whyNotSend(invite, delivery) ?? (await trySend({ links, mailer }, invite, delivery));
  const moved = error === null ? { name: 'send' as const } : { name: 'fail' as const, error };
  const done = { ...ctx, now: new Date() };
  await commit(done, async (change) => moveDelivery(done, change, { ...queued, ...moved }));
}

/** Why the mail server has refused the mail for good; null when it has taken it. */
async function trySend(
  { links, mailer }: Pick<DeliverInvites, 'links' | 'mailer'>,
  invite: InviteRow,
  delivery: Delivery,
): Promise<string | null> {
  try {
    await mailer.send(await writeMail(links, invite, delivery));
    return null;
  } catch (error) {
    if (error instanceof MailRefused) return 'refused_by_mail_server';
    throw error;
  }
}

function whyNotSend(invite: InviteRow, delivery: Delivery): string | null {
  if (inviteStateAt(invite, new Date()).status !== 'PENDING') return 'invite_not_pending';
  return delivery.tokenVersion === invite.tokenVersion ? null : 'token_replaced';
}

async function writeMail(links: InviteLinks, invite: InviteRow, delivery: Delivery) {
  const { tenantId, propertyId, unitId } = invite;
  const [property, unit] = await Promise.all([
    PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
    UnitModel.findOne({ _id: unitId, tenantId }).lean<UnitRow>(),
  ]);
  if (!property || !unit)
    throw new Error(`The invite ${invite._id} names a property or unit that does not exist.`);
  return writeInviteMail({
    deliveryId: delivery.id,
    to: delivery.to,
    inviteeName: invite.inviteeName,
    propertyName: property.name,
    unitLabel: unit.label,
    inviteUrl: links.linkOf(invite).inviteUrl,
    expiresAt: invite.expiresAt,
    timeZone: property.timeZone,
  });
}
