import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import { z } from 'zod';

/** A door as shown to a person who may open it. */
export const OwnAccessPoint = z
  .object({
    id: idSchema('accessPoint'),
    propertyId: idSchema('property'),
    unitId: idSchema('unit').nullable().meta({ description: 'Unit of a door of kind UNIT.' }),
    name: z.string().meta({ example: 'Main door' }),
    kind: z.enum(['DOOR', 'GATE', 'GARAGE', 'ELEVATOR', 'UNIT']),
    openSeconds: z.int().meta({ description: 'Seconds that the door stays open.', example: 5 }),
    online: z.boolean().nullable().meta({
      description:
        'True when the controller reported within the last 90 seconds. Null until its first report for this door.',
    }),
    lastSeenAt: Timestamp.nullable(),
  })
  .meta({ id: 'AccessPoint' });

/** Presents a door to a person who may open it. */
export function presentOwnAccessPoint(row: AccessPointRow): z.input<typeof OwnAccessPoint> {
  const { _id: id, propertyId, unitId, name, kind, openSeconds, online, lastSeenAt } = row;
  return { id, propertyId, unitId, name, kind, openSeconds, online, lastSeenAt: timestamp(lastSeenAt) };
}
