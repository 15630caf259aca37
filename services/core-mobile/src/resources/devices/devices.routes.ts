import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { OutboundRules } from '@pas/platform/outbound/outbound-url';
import { pushReasons } from '@pas/shared/push/push-message';
import type { PushTokenCipher } from '@pas/shared/push/push-tokens';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { checkEndpoint } from './check-endpoint.ts';
import { OwnDevice, presentOwnDevice } from './device.schema.ts';
import { deleteOwnDevice, listOwnDevices } from './own-devices.ts';
import { registerDevice } from './register-device.ts';
import { RegisterDevice } from './register-device.schema.ts';
import type { DeviceTests } from './test-device.ts';

const codes = { 403: ['resident_former', 'resident_disabled'] } as const;
const response = z.object({ device: OwnDevice });

const TestResult = z
  .object({
    result: z.enum(['ACCEPTED', 'UNREACHABLE', 'GONE']).meta({
      description:
        'ACCEPTED: the push service accepted the message and delivers it. UNREACHABLE: it did not accept the message; `reason` states why. GONE: it no longer knows the device. The device is then INVALID; register it again.',
    }),
    reason: z.enum(pushReasons).nullable().meta({
      description:
        'Null when the message was accepted. `provider_off`: the service is not set up here. `not_registered`: the push service does not know the device. `closed_address`: the address of the subscription is not on the Internet. `refused`: the push service does not accept our messages. `busy`, `timeout`, `unavailable`: retry later.',
    }),
  })
  .meta({ id: 'DeviceTest', examples: [{ result: 'ACCEPTED', reason: null }] });

/** Dependencies of the routes of devices. */
export interface DeviceDependencies {
  tokens: PushTokenCipher;
  /** VAPID public key; null when web push is off. */
  pushKey: string | null;
  /** Rules for web push endpoints that may be called. */
  outbound: OutboundRules;
  deviceTests: DeviceTests;
}

/** Routes for push messages: the key for browser subscriptions, and the test of a device. */
function pushRoutes({ pushKey, deviceTests }: DeviceDependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/devices/push-key',
      operationId: 'getPushKey',
      summary: 'Get the key for web push',
      description:
        'Returns the public key (VAPID) for browser subscriptions: pass it as `applicationServerKey`. Null when web push is not set up.',
      scope: null,
      callers: 'resident',
      response: z.object({
        pushKey: z.string().nullable().meta({
          description: 'A P-256 point in base64url.',
          example: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        }),
      }),
      run: () => Promise.resolve(ok({ pushKey })),
    }),
    defineRoute({
      method: 'post',
      path: '/devices/{id}/test',
      operationId: 'testDevice',
      summary: 'Send a test message to a device',
      description:
        'Waits up to 10 seconds for the answer of the push service and returns it. Allows five tests of a device per minute.',
      scope: null,
      callers: 'resident',
      params: { id: idSchema('device') },
      response: z.object({ test: TestResult }),
      codes,
      run: async ({ ctx, params: { id } }) => ok({ test: await deviceTests.run(ctx, id) }),
    }),
  ];
}

/** `/devices`: the phones and browsers of a resident that get notifications. */
export function deviceRoutes(dependencies: DeviceDependencies): Route[] {
  const { tokens, outbound } = dependencies;
  return [
    ...pushRoutes(dependencies),
    defineRoute({
      method: 'get',
      path: '/devices',
      operationId: 'listOwnDevices',
      summary: 'List my devices',
      description: 'Returns the devices that get notifications for the person, without push tokens.',
      scope: null,
      callers: 'resident',
      query: pageQuery(['createdAt']),
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
        'Call it at each start of the app. 201 for a new device. 200 when the person has a device with this `installationId` or token, which is then updated. A token belongs to one person at a time: another person’s device with this token ends. A person has at most 20 devices; the least recently seen one ends.',
      scope: null,
      callers: 'resident',
      body: RegisterDevice,
      check: ({ body }) => checkEndpoint(body, outbound),
      status: [201, 200],
      response,
      codes,
      run: async ({ ctx, body }) => {
        checkEndpoint(body, outbound);
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
        'The device stops receiving notifications. Apps call it when the person logs out. Removing a device again also answers 204.',
      scope: null,
      callers: 'resident',
      params: { id: idSchema('device') },
      failures: [412],
      codes,
      run: async ({ ctx, params: { id }, ifMatch }) => {
        await deleteOwnDevice(ctx, { id, ifMatch });
        return noContent();
      },
    }),
  ];
}
