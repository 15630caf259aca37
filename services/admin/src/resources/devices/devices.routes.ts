import { defineRoute } from '@pas/shared/routes/define-route';
import { pageQuery } from '@pas/platform/http/page';
import { noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { DeviceStatus } from '@pas/shared/push/device-fields';
import { z } from 'zod';
import { changesQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { deleteDevice } from './delete-device.ts';
import { Device, presentDevice } from './device.schema.ts';
import { listDevices } from './list-devices.ts';
import { loadDevice } from './load-device.ts';

const params = { id: idSchema('device') };

export const deviceRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/devices',
    operationId: 'listDevices',
    summary: 'List devices',
    description: 'The devices of residents. Push tokens are never shown.',
    scope: 'devices:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt']),
      ...changesQuery,
      userId: idSchema('user').optional(),
      status: DeviceStatus.optional(),
    },
    response: listWithTombstones('devices', Device),
    table: { row: Device },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listDevices(ctx, query);
      return ok({ devices: presentRows(rows, presentDevice), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/devices/{id}',
    operationId: 'getDevice',
    summary: 'Read a device',
    description: 'One device.',
    scope: 'devices:read',
    params,
    response: z.object({ device: Device }),
    run: async ({ ctx, params: { id } }) => ok({ device: presentDevice(await loadDevice(ctx, id)) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/devices/{id}',
    operationId: 'deleteDevice',
    summary: 'Revoke a device',
    description:
      'The device gets no more notifications until the app registers again. A second DELETE is also 204. A GET of the device is 404.',
    scope: 'devices:write',
    params,
    isPlanned: true,
    failures: [412],
    run: async ({ ctx, params: { id }, ifMatch }) => {
      await deleteDevice(ctx, { id, ifMatch });
      return noContent();
    },
  }),
];
