import type { Bus } from '@pas/platform/events/bus';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { consumers } from '@pas/shared/events/traffic';
import { startConsumer } from '@pas/shared/events/start-consumer';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { Logger } from '@pas/platform/log/logger';
import { InviteModel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { writeInviteMail } from '../dispatch/invite-mail.ts';
import { MailRefused, type Mailer } from '../dispatch/mailer.ts';

export interface DeliverInvites {
  bus: Bus;
  log: Logger;
  links: InviteLinks;
  mailer: Mailer;
}

/** Sends what a dispatch has queued. The event names deliveries only: the link is derived here, and never on the bus. */
export function startDeliverInvites({ bus, log, links, mailer }: DeliverInvites): RunningConsumer {
  return startConsumer({
    bus,
    log,
    ...consumers.deliverInvites,
    concurrency: 4,
    handle: async ({ tenantid, data: { inviteId, deliveries } }) => {
      for (const { id } of deliveries)
        await deliver({ links, mailer }, { tenantId: tenantid, inviteId, deliveryId: id });
    },
  });
}

interface Queued {
  tenantId: string;
  inviteId: string;
  deliveryId: string;
}

/**
 * Sends one queued delivery and records it. A crash between the mail server's answer and the record sends it once
 * more, under the same Message-ID; in every other case the record keeps a redelivered event from sending again.
 */
async function deliver(
  { links, mailer }: Pick<DeliverInvites, 'links' | 'mailer'>,
  queued: Queued,
): Promise<void> {
  const invite = await InviteModel.findOne({
    _id: queued.inviteId,
    tenantId: queued.tenantId,
  }).lean<InviteRow>();
  const delivery = invite?.deliveries.find(({ id }) => id === queued.deliveryId);
  if (!invite || delivery?.status !== 'QUEUED') return;
  const obstacle = whyNotSend(invite, delivery);
  if (obstacle !== null) return settle(queued, 'FAILED', obstacle);
  try {
    await mailer.send(await writeMail(links, invite, delivery));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return settle(queued, 'FAILED', 'refused_by_mail_server');
  }
  await settle(queued, 'SENT', null);
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

/** Moves a delivery out of QUEUED; one that has moved on already stays where it is. */
async function settle(
  { tenantId, inviteId, deliveryId }: Queued,
  status: 'SENT' | 'FAILED',
  error: string | null,
) {
  const now = new Date();
  const isSent = status === 'SENT';
  await InviteModel.updateOne(
    { _id: inviteId, tenantId, deliveries: { $elemMatch: { id: deliveryId, status: 'QUEUED' } } },
    {
      $set: {
        'deliveries.$.status': status,
        'deliveries.$.error': error,
        'deliveries.$.at': now,
        ...(isSent && { lastSentAt: now }),
      },
      ...(isSent && { $inc: { sendCount: 1 } }),
    },
  );
}
