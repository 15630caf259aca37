import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { DeviceRow } from '@pas/shared/models/device';
import { z } from 'zod';

/** A device as its owner sees it; of its push token the end alone. */
export const OwnDevice = z
  .object({
    id: idSchema('device'),
    userId: idSchema('user'),
    platform: z.enum(['IOS', 'ANDROID', 'WEB']).nullable(),
    provider: z.enum(['FCM', 'APNS', 'WEBPUSH']),
    installationId: z.string().nullable(),
    tokenLast6: z.string().meta({
      description: 'The end of the push token, of a web push subscription that of its endpoint.',
      example: 'x7Qd2k',
    }),
    appVersion: z.string().nullable().meta({ example: '4.12.0' }),
    status: z.enum(['ACTIVE', 'STALE', 'INVALID', 'REVOKED']).meta({
      description:
        'ACTIVE devices get notifications. STALE: not registered again for 30 days. INVALID: the push service no longer knows the token. Registering makes a device ACTIVE again.',
    }),
    lastSeenAt: Timestamp.meta({ description: 'The last registration, up to an hour late.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int().min(1).meta({ description: 'Grows by 1 with each change.' }),
  })
  .meta({ id: 'Device' });

/** Presents a device to its owner. */
export function presentOwnDevice(row: DeviceRow): z.input<typeof OwnDevice> {
  const {
    _id: id,
    userId,
    platform,
    provider,
    installationId,
    tokenLast6,
    appVersion,
    status,
    version,
  } = row;
  return {
    id,
    userId,
    platform,
    provider,
    installationId,
    tokenLast6,
    appVersion,
    status,
    version,
    lastSeenAt: timestamp(row.lastSeenAt),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}
