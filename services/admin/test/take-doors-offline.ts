import { createEnvelope } from '@pas/platform/events/envelope';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { sequenceEvents } from '../src/public-events/sequence-events.ts';
import { queueAttempts, type AttemptSender } from '../src/webhooks/queue-attempts.ts';
import { accessPointRow } from './building-rows.ts';

interface Outage {
  tenantId: string;
  propertyId: string;
  count: number;
  /** Gets the attempts. */
  sender: AttemptSender;
}

/** Marks doors of a property as offline, and sequences their events. @returns the ids of the events */
export async function takeDoorsOffline({ tenantId, propertyId, count, sender }: Outage): Promise<string[]> {
  const doors = Array.from({ length: count }, () => accessPointRow(tenantId, { propertyId }));
  await AccessPointModel.insertMany(doors);
  const events = doors.map(({ _id: accessPointId }) =>
    createEnvelope(
      {
        type: 'pas.v1.access.point.offline',
        tenantId,
        subject: accessPointId,
        data: { aggregateVersion: 1, accessPointId, propertyId, lastSeenAt: new Date().toISOString() },
      },
      'admin',
      new Date(),
    ),
  );
  const followers = [queueAttempts(sender)];
  await sequenceEvents({ tenantId, events, followers });
  return events.map(({ id }) => id);
}
