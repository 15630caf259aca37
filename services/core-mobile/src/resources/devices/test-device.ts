import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { notFound, unavailable } from '@pas/platform/errors/raise';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { createRequestLimits } from '@pas/shared/accounts/request-limits';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import type { PushAnswer } from '@pas/shared/push/push-message';
import type { PushSenders } from '@pas/shared/push/push-senders';
import { pushToDevice } from '@pas/shared/push/push-to-device';
import { chooseLanguage } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';

/** Limit of test messages to a device per minute. */
const quota = { name: 'push-test', perTarget: 5, perAddress: 100, windowSeconds: 60 } as const;

/** Maximum number of concurrent tests in a process. Each may last 10 s, and registrations must not wait for them. */
const testsAtOnce = 32;

/** Sends test messages to devices of residents. */
export interface DeviceTests {
  /**
   * Sends a test message to a device of the signed-in resident, and waits for the push service's answer.
   *
   * @throws not_found, rate_limited after five tests of the device in a minute, unavailable when too many tests run
   */
  run(ctx: OperationContext, id: string): Promise<PushAnswer>;
}

/** Creates the tests; requires an open database. */
export function createDeviceTests(senders: PushSenders): DeviceTests {
  const limits = createRequestLimits(quota);
  const places = createSemaphore({
    permits: testsAtOnce,
    maxWaitMs: 1000,
    refusal: () => unavailable('Too many device tests are running. Try again.', 'unavailable', 5),
  });
  return {
    async run(ctx, id) {
      const { tenantId } = ctx;
      const { _id: userId, locale } = await loadResident(ctx);
      const filter = { _id: id, tenantId, userId, isLive: true };
      const device = await DeviceModel.findOne(filter).lean<DeviceRow>();
      if (!device) throw notFound();
      await limits.countTarget(id);
      const place = await places.acquire(tenantId);
      const { title, body } = messagesIn(chooseLanguage(locale)).push.test;
      const message = { id: newId('event'), kind: 'test', title, body, data: {}, ttlSeconds: 60 };
      try {
        return await pushToDevice(ctx, senders, { device, message });
      } finally {
        places.release(place);
      }
    },
  };
}
