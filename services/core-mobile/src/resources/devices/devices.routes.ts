import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { PushTokens } from '@pas/shared/push/push-tokens';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { OwnDevice, presentOwnDevice } from './device.schema.ts';
import { deleteOwnDevice, listOwnDevices } from './own-devices.ts';
import { registerDevice } from './register-device.ts';
import { RegisterDevice } from './register-device.schema.ts';

const tag = 'Devices';
const codes = { 403: ['resident_former', 'resident_disabled'] } as const;
const response = z.object({ device: OwnDevice });

/** `/devices`: the phones and browsers of a resident that get notifications. */
export function deviceRoutes({ tokens }: { tokens: PushTokens }): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/devices',
      operationId: 'listOwnDevices',
      summary: 'List my devices',
      description: 'The devices that get notifications for the person. Push tokens are never shown.',
      tag,
      scope: null,
      callers: 'resident',
      query: pageQuery(['createdAt']),
      status: [200],
      response: listEnvelope('devices', OwnDevice),
      codes,
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listOwnDevices(ctx, query);
        return ok({ devices: rows.map(presentOwnDevice), ...page });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/devices',
      operationId: 'registerDevice',
      summary: 'Register a device for notifications',
      description:
        'Call it at each start of the app. 201 for a new device. 200 when the person has one with this `installationId` or this token: it is brought up to date. A token belongs to one person at a time: the device of another person that has it ends. Of more than 20 devices the one that was not seen for longest ends.',
      tag,
      scope: null,
      callers: 'resident',
      body: RegisterDevice,
      status: [201, 200],
      response,
      codes,
      run: async ({ ctx, body }) => {
        const { device, isNew } = await registerDevice(ctx, tokens, body);
        const answer = { device: presentOwnDevice(device) };
        return isNew ? created(answer) : ok(answer);
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/devices/{id}',
      operationId: 'deleteOwnDevice',
      summary: 'Remove a device',
      description:
        'The device gets no more notifications. Apps call it when the person logs out. A device that was removed before is 204 too.',
      tag,
      scope: null,
      callers: 'resident',
      params: { id: idSchema('device') },
      status: [204],
      codes,
      run: async ({ ctx, params: { id } }) => {
        await deleteOwnDevice(ctx, id);
        return noContent();
      },
    }),
  ];
}
