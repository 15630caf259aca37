import type { DeviceRow } from '@pas/shared/models/device';
import { deviceFields, presentDeviceFields } from '@pas/shared/push/device-fields';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';

/** A resident's device as the Admin API shows it. */
export const Device = z.object({ ...entityFields('device'), ...deviceFields }).meta({ id: 'Device' });

/** Presents a stored device. */
export const presentDevice = (row: DeviceRow): z.input<typeof Device> => ({
  ...presentEntity(row),
  ...presentDeviceFields(row),
});
