import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { idSchema } from '../ids/id.ts';
import type { DeviceRow } from '../models/device.ts';

/** Push status of a device. */
export const DeviceStatus = z.enum(['ACTIVE', 'STALE', 'INVALID', 'REVOKED']);

/** Fields of a device for staff and its owner, with only the end of its push token. */
export const deviceFields = {
  userId: idSchema('user'),
  platform: z.enum(['IOS', 'ANDROID', 'WEB']).nullable(),
  provider: z.enum(['FCM', 'APNS', 'WEBPUSH']),
  installationId: z.string().nullable(),
  tokenLast6: z.string().meta({
    description: 'The end of the push token, or of the endpoint of a web push subscription.',
    example: 'x7Qd2k',
  }),
  appVersion: z.string().nullable().meta({ example: '4.12.0' }),
  status: DeviceStatus.meta({
    description:
      'ACTIVE devices get notifications. STALE: not registered again for 30 days. INVALID: the push service no longer knows the token. Registering makes a device ACTIVE again.',
  }),
  lastSeenAt: Timestamp.meta({ description: 'The last registration, up to an hour late.' }),
};

/** Presents these fields of a stored device. */
export function presentDeviceFields(row: DeviceRow) {
  const { userId, platform, provider, installationId, tokenLast6, appVersion, status } = row;
  const lastSeenAt = timestamp(row.lastSeenAt);
  return { userId, platform, provider, installationId, tokenLast6, appVersion, status, lastSeenAt };
}
