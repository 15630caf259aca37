import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { DeviceRow } from '@pas/shared/models/device';
import { deviceFields, presentDeviceFields } from '@pas/shared/push/device-fields';
import { z } from 'zod';

/** A device as shown to its owner. */
export const OwnDevice = z
  .object({
    id: idSchema('device'),
    ...deviceFields,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int().min(1).meta({ description: 'Grows by 1 with each change.' }),
  })
  .meta({ id: 'Device' });

/** Presents a device to its owner. */
export function presentOwnDevice(row: DeviceRow): z.input<typeof OwnDevice> {
  const { _id: id, version, createdAt, updatedAt } = row;
  const times = { createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt) };
  return { id, ...presentDeviceFields(row), ...times, version };
}
