import { connectBus, type Bus } from '@pas/platform/events/bus';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { hashResetToken } from '@pas/shared/accounts/reset-token';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import { AccountModel, nothingKnown, type AccountRow } from '@pas/shared/models/account';
import { PasswordResetModel, type PasswordResetRow } from '@pas/shared/models/password-reset';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDeliverResets } from '../src/consumers/deliver-resets.ts';
import { MessageRefused } from '../src/dispatch/carrier-errors.ts';
import type { Mail } from '../src/dispatch/mailer.ts';
import { startAdmin } from './admin-harness.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const portalUrl = 'https://portal.test';

await startAdmin();
const nats = await prepareOwnNats();

describe('the mail of a password reset', () => {
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
    const secret = 'a secret of the tests, 32 characters long';
    running = [
      startDeliverResets({ bus, log, environment, events: leaveToSweeper, mailer, secret, portalUrl }),
      startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log }),
    ];
  });
  afterAll(async () => {
    await Promise.all(running.map((worker) => worker.stop()));
    await bus.close();
    await nats.wipe();
  });

  const mailsTo = (email: string): Mail[] => mails.filter(({ to }) => to === email);
  const readReset = (_id: string) => PasswordResetModel.findById(_id).lean<PasswordResetRow>();
  const untilHandled = (_id: string) =>
    waitUntil(async () => (await readReset(_id))?.sentAt ?? null, { what: 'the reset to be handled' });

  async function addAccount(fields: Partial<UserRow> = {}) {
    const now = new Date();
    const email = `${newId('account')}@example.test`;
    const account: AccountRow = {
      _id: newId('account'),
      email,
      emailKey: email,
      emailVerifiedAt: null,
      emailVerifiedForTenants: [],
      passwordHash: null,
      passwordVersion: null,
      identity: null,
      identityEmailKey: null,
      identitySyncedAt: null,
      ...nothingKnown,
      createdAt: now,
      updatedAt: now,
    };
    const user = userRow(newId('tenant'), { accountId: account._id, firstName: 'Jordan', ...fields });
    await AccountModel.insertMany([account]);
    await UserModel.insertMany([user]);
    return { email, accountId: account._id, user };
  }

  async function publish(tenantId: string, resetId: string): Promise<void> {
    const event = {
      type: 'pas.v1.identity.reset.requested' as const,
      tenantId,
      subject: resetId,
      data: { aggregateVersion: 1, resetId },
    };
    await appendEvents(OutboxModel, [createEnvelope(event, 'resident', new Date())], { environment });
  }

  /** Requests a reset like the resident service. */
  async function request(
    { accountId, user }: Awaited<ReturnType<typeof addAccount>>,
    fields: Partial<PasswordResetRow> = {},
  ): Promise<string> {
    const [now, _id] = [new Date(), newId('passwordReset')];
    const { tenantId, _id: userId } = user;
    const expiresAt = new Date(now.getTime() + 3_600_000);
    const row = { _id, accountId, userId, tenantId, tokenHash: null, requestedAt: now, expiresAt };
    await PasswordResetModel.insertMany([{ ...row, sentAt: null, usedAt: null, ...fields }]);
    await publish(tenantId, _id);
    return _id;
  }

  test('is sent once, and only the mail has the token', async () => {
    const person = await addAccount({ locale: 'fr' });
    const id = await request(person);
    await untilHandled(id);
    await publish(person.user.tenantId, id);
    await untilHandled(await request(await addAccount()));

    const [mail, ...more] = mailsTo(person.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Choisissez un nouveau mot de passe');
    const token = /https:\/\/portal\.test\/reset\/([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? '';
    const row = await readReset(id);
    expect(row?.tokenHash).toBe(hashResetToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(await OutboxModel.find({ tenantId: person.user.tenantId }).lean())).not.toContain(
      token,
    );
  });

  test('is not sent for a reset that has expired or was used', async () => {
    const person = await addAccount();
    await request(person, { expiresAt: new Date(Date.now() - 1) });
    await request(person, { usedAt: new Date() });
    await untilHandled(await request(await addAccount()));
    expect(mailsTo(person.email)).toEqual([]);
  });

  test('is not retried after a permanent refusal', async () => {
    const person = await addAccount();
    refused.add(person.email);
    await untilHandled(await request(person));
    expect(mailsTo(person.email)).toEqual([]);
  });
});
