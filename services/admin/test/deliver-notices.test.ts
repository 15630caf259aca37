import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import { AccountNoticeModel, type AccountNoticeRow } from '@pas/shared/models/account-notice';
import { newRow } from '@pas/shared/models/new-row';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { testLinks, userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDeliverNotices } from '../src/consumers/deliver-notices.ts';
import { MessageRefused } from '../src/dispatch/carrier-errors.ts';
import type { Mail } from '../src/dispatch/mailer.ts';
import { startAdmin } from './admin-harness.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

await startAdmin();
const nats = await prepareOwnNats();

describe('the notice about a passkey', () => {
  let bus: Bus;
  let running: { stop(): Promise<void> }[];
  const mails: Mail[] = [];
  const refused = new Set<string>();

  beforeAll(async () => {
    await nats.start();
    bus = connectBus({ url: nats.url, name: 'admin', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus' });
    await declareBus(bus);
    const mailer = {
      async send(mail: Mail) {
        if (refused.has(mail.to)) throw new MessageRefused('mailbox_refused', 'no such mailbox');
        mails.push(mail);
      },
      close: () => undefined,
    };
    running = [
      startDeliverNotices({ bus, log, environment, mailer, portalUrl: testLinks.portalUrl }),
      startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log }),
    ];
  });
  afterAll(async () => {
    await Promise.all(running.map((worker) => worker.stop()));
    await bus.close();
    await nats.wipe();
  });

  const mailsTo = (to: string): Mail[] => mails.filter((mail) => mail.to === to);
  const untilHandled = ({ _id, tenantId }: AccountNoticeRow) =>
    waitUntil(async () => (await AccountNoticeModel.findOne({ _id, tenantId }).lean())?.sentAt ?? null, {
      what: 'the notice to be handled',
    });

  async function publish({ _id, tenantId }: AccountNoticeRow): Promise<void> {
    const event = {
      type: 'pas.v1.identity.notice.requested' as const,
      tenantId,
      subject: _id,
      data: { aggregateVersion: 1, noticeId: _id },
    };
    await appendEvents(OutboxModel, [createEnvelope(event, 'resident', new Date())], { environment });
  }

  /** Stores a notice like the resident service, and publishes its event. */
  async function notify(fields: Partial<UserRow> = {}): Promise<AccountNoticeRow> {
    const user = userRow(newId('tenant'), { firstName: 'Jordan', ...fields });
    const { tenantId, _id: userId } = user;
    const now = new Date();
    const expiresAt = new Date(now.getTime() + 3_600_000);
    const to = `${newId('account')}@example.test`;
    const mail = { userId, kind: 'PASSKEY_ADDED' as const, to, sentAt: null, expiresAt };
    const row: AccountNoticeRow = { ...newRow({ tenantId, now }, 'accountNotice'), ...mail };
    await UserModel.insertMany([user]);
    await AccountNoticeModel.insertMany([row]);
    await publish(row);
    return row;
  }

  test('is sent once, in the language of the person', async () => {
    const notice = await notify({ locale: 'fr' });
    await untilHandled(notice);
    await publish(notice);
    await untilHandled(await notify());
    expect(mailsTo(notice.to).map(({ subject }) => subject)).toEqual([
      'Une clé d’accès a été ajoutée à votre compte',
    ]);
  });

  test('is not sent to a deleted person', async () => {
    const notice = await notify({ isLive: false, deletedAt: new Date() });
    await untilHandled(await notify());
    expect(mailsTo(notice.to)).toEqual([]);
  });

  test('is not retried after a permanent refusal', async () => {
    const first = await notify();
    await untilHandled(first);
    refused.add(first.to);
    await AccountNoticeModel.updateOne(
      { _id: first._id, tenantId: first.tenantId },
      { $set: { sentAt: null } },
    );
    await publish(first);
    await untilHandled(first);
    expect(mailsTo(first.to)).toHaveLength(1);
  });
});
