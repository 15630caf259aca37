import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { newId } from '@pas/shared/ids/id';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { removeMessage } from '../src/dispatch/queued-messages.ts';
import { startSender } from '../src/dispatch/start-sender.ts';
import { addPlace, queueTo } from './dispatch-support.ts';

await useDatabases();

const failed: unknown[] = [];
const log = Object.assign(createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }), {
  warn: ({ tenantId }: { tenantId?: string }) => void failed.push(tenantId),
});

test('a tenant with a failing turn blocks no other tenant, and the log names it', async () => {
  // Tenants take turns in id order, and this sender runs one round.
  const [broken, failing, other] = [await addPlace(), await addPlace(), await addPlace()];
  for (const place of [broken, failing, other]) await queueTo(place, 'EMAIL', [`${newId('user')}@mail.test`]);
  const sender = startSender({
    channel: 'EMAIL',
    environment: 'TEST',
    events: leaveToSweeper,
    log,
    everyMs: 600_000,
    isFull(tenantId) {
      if (tenantId === broken.tenantId) throw new Error('poison');
      return false;
    },
    async send(_ctx, message) {
      if (message.tenantId === failing.tenantId) throw new Error('poison');
      await removeMessage(message);
    },
  });
  const isSent = async () => (await OutgoingMessageModel.countDocuments({ tenantId: other.tenantId })) === 0;
  await waitUntil(isSent, { what: 'the message of the other tenant' });
  await sender.stop();
  expect(new Set(failed)).toEqual(new Set([broken.tenantId, failing.tenantId]));
});
