import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import { AccountNoticeModel, type AccountNoticeRow } from '@pas/shared/models/account-notice';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { residenceIn, testLinks, userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDeliverCodes } from '../src/consumers/deliver-codes.ts';
import { startDeliverNotices } from '../src/consumers/deliver-notices.ts';
import { MessageDelayed, MessageRefused } from '../src/dispatch/carrier-errors.ts';
import type { Mail } from '../src/dispatch/mailer.ts';
import { startAdmin } from './admin-harness.ts';
import { addPlace, type Place } from './dispatch-support.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const codes = createContactCodes('a secret of the tests, 32 characters long');

await startAdmin();
const nats = await prepareOwnNats();

describe('mails about an account', () => {
  let bus: Bus;
  let place: Place;
  let running: { stop(): Promise<void> }[];
  const mails: Mail[] = [];
  const [refused, busy] = [new Set<string>(), new Set<string>()];

  beforeAll(async () => {
    await nats.start();
    place = await addPlace();
    bus = connectBus({ url: nats.url, name: 'admin', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus' });
    await declareBus(bus);
    const mailer = {
      async send(mail: Mail) {
        if (refused.has(mail.to)) throw new MessageRefused('mailbox_refused', 'no such mailbox');
        if (busy.delete(mail.to)) throw new MessageDelayed('mail_server_busy', 'try later');
        mails.push(mail);
      },
      close: () => undefined,
    };
    running = [
      startDeliverCodes({
        bus,
        log,
        environment,
        texts: null,
        mailer,
        codes,
        portalUrl: testLinks.portalUrl,
      }),
      startDeliverNotices({ bus, log, environment, mailer, portalUrl: testLinks.portalUrl }),
      startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log }),
    ];
  });
  afterAll(async () => {
    await Promise.all(running.map((worker) => worker.stop()));
    await bus.close();
    await nats.wipe();
  });

  const mailsTo = (email: string): Mail[] => mails.filter(({ to }) => to === email);

  async function addPerson(fields: Partial<UserRow> = {}) {
    const { tenantId, propertyId, unit } = place;
    const residences = [residenceIn({ id: unit._id, propertyId })];
    const user = userRow(tenantId, { firstName: 'Jordan', residences, ...fields });
    await UserModel.insertMany([user]);
    return { userId: user._id, to: `${newId('user')}@example.test` };
  }
  type Person = Awaited<ReturnType<typeof addPerson>>;

  const newRow = (person: Person) => {
    const now = new Date();
    const times = { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + 600_000) };
    return { tenantId: place.tenantId, ...person, ...times, version: 1, sentAt: null };
  };

  async function publish(row: ContactCodeRow | AccountNoticeRow): Promise<void> {
    const { _id: subject, tenantId } = row;
    const event =
      'tries' in row
        ? { type: 'pas.v1.identity.code.requested' as const, data: { aggregateVersion: 1, codeId: subject } }
        : {
            type: 'pas.v1.identity.notice.requested' as const,
            data: { aggregateVersion: 1, noticeId: subject },
          };
    const envelope = createEnvelope({ ...event, tenantId, subject }, 'resident', new Date());
    await appendEvents(OutboxModel, [envelope], { environment });
  }

  /** Stores a request of a code like the resident service. */
  async function requestCode(person: Person, fields: Partial<ContactCodeRow> = {}): Promise<ContactCodeRow> {
    const code = { _id: newId('contactCode'), channel: 'EMAIL' as const, propertyId: null };
    const row: ContactCodeRow = { ...newRow(person), ...code, tries: 0, usedAt: null, ...fields };
    await ContactCodeModel.insertMany([row]);
    await publish(row);
    return row;
  }
  async function requestNotice(person: Person): Promise<AccountNoticeRow> {
    const row = { ...newRow(person), _id: newId('accountNotice'), kind: 'EMAIL_CHANGED' as const };
    await AccountNoticeModel.insertMany([row]);
    await publish(row);
    return row;
  }
  const untilCodeHandled = ({ _id, tenantId }: ContactCodeRow) =>
    waitUntil(async () => (await ContactCodeModel.findOne({ _id, tenantId }).lean())?.sentAt, {
      what: 'the code to be handled',
    });
  const untilNoticeHandled = ({ _id, tenantId }: AccountNoticeRow) =>
    waitUntil(async () => (await AccountNoticeModel.findOne({ _id, tenantId }).lean())?.sentAt, {
      what: 'the notice to be handled',
    });

  test('a code is mailed to the new address once for two events, in the language of the person', async () => {
    const person = await addPerson({ locale: 'de-AT' });
    const row = await requestCode(person);
    await untilCodeHandled(row);
    await publish(row);
    await untilCodeHandled(await requestCode(await addPerson()));

    const [mail, ...more] = mailsTo(person.to);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: `${codes.codeOf(row)} ist Ihr Code`, language: 'de' });
    expect(mail?.text).toContain('Guten Tag Jordan,');
    expect(mail?.text).toContain('Maple Court');
  });

  test.each(['en', 'es', 'de', 'fr'])(
    'the text and the page of a mail state the code in %s, with and without a home',
    async (locale) => {
      for (const fields of [{}, { residences: [] }]) {
        const person = await addPerson({ locale, ...fields });
        const row = await requestCode(person);
        await untilCodeHandled(row);
        const [mail] = mailsTo(person.to);
        expect(mail?.text).toContain(codes.codeOf(row));
        expect(mail?.html?.split('<body')[1]).toContain(codes.codeOf(row));
      }
    },
  );

  test('a code that is expired or replaced is not mailed; a text to the same person replaces no mail', async () => {
    const [late, again] = [await addPerson(), await addPerson()];
    await requestCode(late, { expiresAt: new Date(Date.now() - 1) });
    const first = await requestCode(again, { createdAt: new Date(Date.now() - 60_000), sentAt: new Date() });
    const newest = await requestCode(again);
    await untilCodeHandled(newest);
    const { userId } = again;
    await ContactCodeModel.insertMany([
      { ...newest, _id: newId('contactCode'), userId, channel: 'SMS', to: '+12025550100' },
    ]);
    const last = await requestCode(again, { createdAt: new Date(Date.now() + 1) });
    await untilCodeHandled(last);
    expect(mailsTo(late.to)).toEqual([]);
    const subjects = mailsTo(again.to).map(({ subject }) => subject.slice(0, 6));
    expect(subjects).toEqual([codes.codeOf(newest), codes.codeOf(last)]);
    expect(subjects).not.toContain(codes.codeOf(first));
  });

  test('a code waits for a busy mail server, and is not retried after a permanent refusal', async () => {
    const [waiting, gone] = [await addPerson(), await addPerson()];
    busy.add(waiting.to);
    refused.add(gone.to);
    await untilCodeHandled(await requestCode(gone));
    await untilCodeHandled(await requestCode(waiting));
    expect([mailsTo(waiting.to).length, mailsTo(gone.to).length]).toEqual([1, 0]);
  });

  test('a notice reaches the old address once for two events, without the new address', async () => {
    const person = await addPerson({ email: 'new@example.test', locale: 'fr' });
    const row = await requestNotice(person);
    await untilNoticeHandled(row);
    await publish(row);
    await untilNoticeHandled(await requestNotice(await addPerson()));

    const [mail, ...more] = mailsTo(person.to);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Votre adresse e-mail a été modifiée', language: 'fr' });
    expect(JSON.stringify(mail)).not.toContain('new@example.test');
  });

  test('a notice is not retried after a permanent refusal', async () => {
    const person = await addPerson();
    refused.add(person.to);
    await untilNoticeHandled(await requestNotice(person));
    expect(mailsTo(person.to)).toEqual([]);
  });
});
