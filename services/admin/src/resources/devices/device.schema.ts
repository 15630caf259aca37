import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { DeviceRow } from '@pas/shared/models/device';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';

export const DeviceStatus = z.enum(['ACTIVE', 'STALE', 'INVALID', 'REVOKED']);

/** A resident's device as the Admin API shows it; of its push token the end alone. */
export const Device = z
  .object({
    ...entityFields('device'),
    userId: idSchema('user'),
    platform: z.enum(['IOS', 'ANDROID', 'WEB']).nullable(),
    provider: z.enum(['FCM', 'APNS', 'WEBPUSH']),
    installationId: z.string().nullable(),
    tokenLast6: z.string().meta({
      description: 'The end of the push token, of a web push subscription that of its endpoint.',
      example: 'x7Qd2k',
    }),
    appVersion: z.string().nullable().meta({ example: '4.12.0' }),
    status: DeviceStatus,
    lastSeenAt: Timestamp,
  })
  .meta({ id: 'Device' });

/** Presents a stored device. */
export function presentDevice(row: DeviceRow): z.input<typeof Device> {
  const { userId, platform, provider, installationId, tokenLast6, appVersion, status } = row;
  return {
    ...presentEntity(row),
    userId,
    platform,
    provider,
    installationId,
    tokenLast6,
    appVersion,
    status,
    lastSeenAt: timestamp(row.lastSeenAt),
  };
}
