import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';
import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { testLinks, userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDeliverCodes } from '../src/consumers/deliver-codes.ts';
import { createTelephonyA } from '../src/dispatch/telephony/telephony-a.ts';
import { createTextSender } from '../src/dispatch/telephony/text-sender.ts';
import { startAdmin } from './admin-harness.ts';
import { addPlace, type Place } from './dispatch-support.ts';
import { startCarriers, telephony, type TestCarriers } from './sandbox-process.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });
const codes = createContactCodes('a secret of the tests, 32 characters long');

await startAdmin();
const nats = await prepareOwnNats();

describe('the text with the code that verifies a phone', () => {
  let bus: Bus;
  let carriers: TestCarriers;
  let place: Place;
  let running: { stop(): Promise<void> }[];

  beforeAll(async () => {
    await nats.start();
    carriers = await startCarriers();
    place = await addPlace();
    bus = connectBus({ url: nats.url, name: 'admin', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus' });
    await declareBus(bus);
    const { accountId, apiSecret } = telephony;
    const apiUrl = `${carriers.sandboxUrl}/telephony-a/v1`;
    const a = createTelephonyA({ apiUrl, accountId, apiSecret, from: '+12125550100', receiptsUrl: null });
    const texts = createTextSender({ usual: 'TELEPHONY_A', byProvider: { TELEPHONY_A: a } });
    const mailer = {
      send: () => Promise.reject(new Error('no mail is sent here')),
      close: () => undefined,
    };
    running = [
      startDeliverCodes({ bus, log, environment, texts, mailer, codes, portalUrl: testLinks.portalUrl }),
      startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log }),
    ];
  });
  afterAll(async () => {
    await Promise.all(running.map((worker) => worker.stop()));
    await bus.close();
    await carriers.stop();
    await nats.wipe();
  });

  const readCode = (_id: string, tenantId = place.tenantId) =>
    ContactCodeModel.findOne({ _id, tenantId }).lean<ContactCodeRow>();
  const untilHandled = (_id: string, tenantId?: string) =>
    waitUntil(async () => (await readCode(_id, tenantId))?.sentAt ?? null, {
      what: 'the code to be handled',
    });

  let people = 0;
  async function addPerson(fields: Partial<UserRow> = {}) {
    people += 1;
    const phone = `+1202555${String(people).padStart(4, '0')}`;
    const user = userRow(place.tenantId, { firstName: 'Jordan', ...fields });
    await UserModel.insertMany([user]);
    return { channel: 'SMS' as const, to: phone, userId: user._id };
  }
  type Person = Awaited<ReturnType<typeof addPerson>>;

  async function publish(codeId: string, tenantId = place.tenantId): Promise<void> {
    const event = {
      type: 'pas.v1.identity.code.requested' as const,
      tenantId,
      subject: codeId,
      data: { aggregateVersion: 1, codeId },
    };
    await appendEvents(OutboxModel, [createEnvelope(event, 'resident', new Date())], { environment });
  }

  /** Stores a request like the resident service. */
  async function store(person: Person, fields: Partial<ContactCodeRow> = {}): Promise<ContactCodeRow> {
    const now = new Date();
    const row: ContactCodeRow = {
      _id: newId('contactCode'),
      tenantId: place.tenantId,
      propertyId: place.propertyId,
      ...person,
      tries: 0,
      expiresAt: new Date(now.getTime() + 600_000),
      sentAt: null,
      usedAt: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
      ...fields,
    };
    await ContactCodeModel.insertMany([row]);
    return row;
  }
  async function request(person: Person, fields: Partial<ContactCodeRow> = {}): Promise<ContactCodeRow> {
    const row = await store(person, fields);
    await publish(row._id);
    return row;
  }
  /** Events are handled in order: a later handled event implies the earlier ones. */
  const untilOthersHandled = async () => untilHandled((await request(await addPerson()))._id);
  const textsTo = async ({ to }: Person) => carriers.arrived('SMS', to);

  test('is in the language of the person, and is sent once for two events', async () => {
    const person = await addPerson({ locale: 'de-AT' });
    const row = await request(person);
    await untilHandled(row._id);
    await publish(row._id);
    await untilOthersHandled();

    const [text, ...more] = await textsTo(person);
    expect(more).toEqual([]);
    expect(text?.text).toMatch(new RegExp(`^${codes.codeOf(row)} ist Ihr Code`));
  });

  test('is sent once although the first record was lost', async () => {
    const person = await addPerson();
    const row = await request(person);
    await untilHandled(row._id);
    await ContactCodeModel.updateOne({ _id: row._id, tenantId: place.tenantId }, { $set: { sentAt: null } });
    await publish(row._id);
    await untilHandled(row._id);

    expect(await textsTo(person)).toHaveLength(1);
  });

  test('is sent to a person without a home', async () => {
    const person = await addPerson();
    const row = await request(person, { propertyId: null });
    await untilHandled(row._id);
    expect((await textsTo(person)).map(({ text }) => text.slice(0, 6))).toEqual([codes.codeOf(row)]);
  });

  test('is not sent for a code that is expired, used or replaced', async () => {
    const [late, used, again] = [await addPerson(), await addPerson(), await addPerson()];
    await request(late, { expiresAt: new Date(Date.now() - 1) });
    await request(used, { usedAt: new Date() });
    const replaced = await store(again);
    const newest = await request(again, { createdAt: new Date(replaced.createdAt.getTime() + 1) });
    await publish(replaced._id);
    await untilHandled(newest._id);
    await untilOthersHandled();

    expect([await textsTo(late), await textsTo(used)]).toEqual([[], []]);
    expect((await textsTo(again)).map(({ text }) => text.slice(0, 6))).toEqual([codes.codeOf(newest)]);
  });

  test('is not sent for a company that was deleted', async () => {
    const { tenantId } = await addPlace();
    await TenantModel.updateOne({ _id: tenantId }, { $set: { isLive: false } });
    const person = await addPerson({ tenantId });
    const row = await store(person, { tenantId, propertyId: null });
    await publish(row._id, tenantId);
    await untilHandled(row._id, tenantId);
    expect(await textsTo(person)).toEqual([]);
  });

  test('is not sent to a phone that has opted out', async () => {
    const person = await addPerson();
    const fields = { state: 'OPTED_OUT', source: 'CARRIER', updatedAt: new Date() } as const;
    await PhoneConsentModel.insertMany([{ _id: person.to, ...fields }]);
    await untilHandled((await request(person))._id);
    expect(await textsTo(person)).toEqual([]);
  });

  test('waits for a busy carrier', async () => {
    const person = await addPerson();
    const { to } = person;
    await carriers.treat('SMS', { behaviour: 'busy', to });
    const row = await request(person);
    await untilOthersHandled();
    expect(await readCode(row._id)).toMatchObject({ sentAt: null });
    await carriers.treat('SMS', { behaviour: 'accept', to });
    await untilHandled(row._id);
    expect((await textsTo(person)).map(({ text }) => text.slice(0, 6))).toEqual([codes.codeOf(row)]);
  });
});
