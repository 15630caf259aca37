import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { PropertyModel } from '@pas/shared/models/property';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { freePort } from '@pas/testing/free-port';
import { testLinks } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startAdmin } from './admin-harness.ts';
import { virtualNumberRow } from './building-rows.ts';
import { addPlace, deliveryOf, queueTo, startSenders, type Place } from './dispatch-support.ts';
import { startHoldingMailServer } from './holding-mail-server.ts';
import { startCarriers, type TestCarriers } from './sandbox-process.ts';

await startAdmin();

let carriers: TestCarriers;
let running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  carriers = await startCarriers();
});
afterEach(async () => {
  await Promise.all(running.map((sender) => sender.stop()));
  running = [];
});
afterAll(() => carriers.stop());

const start = (options?: Parameters<typeof startSenders>[1]): void =>
  void running.push(startSenders(carriers, options));

/** Waits until the delivery of an invite is in a state. */
const untilIs = (place: Place, inviteId: string | undefined, state: object) =>
  waitUntil(
    async () => {
      const delivery = await deliveryOf(place, inviteId);
      expect(delivery).toMatchObject(state);
      return delivery;
    },
    { what: `a delivery that is ${JSON.stringify(state)}`, timeoutMs: 45_000 },
  );
const queued = ({ tenantId }: Place) => OutgoingMessageModel.countDocuments({ tenantId });

let numbers = 1000;
const newPhone = (): string => `+1202555${(numbers += 1)}`;

describe('a mail', () => {
  test('is sent once by two senders, and leaves the queue', async () => {
    const place = await addPlace();
    const addresses = Array.from({ length: 30 }, (_, at) => `many-${at}@mail.test`);
    const invites = await queueTo(place, 'EMAIL', addresses);
    start();
    start();
    for (const id of invites) await untilIs(place, id, { status: 'SENT', error: null });
    for (const to of addresses) expect(await carriers.arrived('EMAIL', to)).toHaveLength(1);
    expect(await queued(place)).toBe(0);
    const [mail] = await carriers.arrived('EMAIL', 'many-0@mail.test');
    expect(mail?.html).toContain('Maple Court');
  });

  test('stores the hash of a link whose creator lacked the secrets, so that the link works', async () => {
    const place = await addPlace();
    const withoutLink = { secretVersion: '', tokenHash: `none:${place.tenantId}` };
    const [id] = await queueTo(place, 'EMAIL', ['occupant@mail.test'], withoutLink);
    start();
    await untilIs(place, id, { status: 'SENT' });
    const [mail] = await carriers.arrived('EMAIL', 'occupant@mail.test');
    const token = /\/join\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const stored = await InviteModel.findOne({ _id: id ?? '', tenantId: place.tenantId }).lean<InviteRow>();
    expect(stored).toMatchObject({
      tokenHash: hashInviteToken(token),
      secretVersion: testLinks.secretVersion,
    });
  });

  test('is BOUNCED with the reason after a permanent refusal', async () => {
    const place = await addPlace();
    await carriers.treat('EMAIL', { behaviour: 'reject-permanently', to: 'nobody@mail.test' });
    const [id] = await queueTo(place, 'EMAIL', ['nobody@mail.test']);
    start();
    await untilIs(place, id, { status: 'BOUNCED', error: 'mailbox_refused' });
    expect(await queued(place)).toBe(0);
  });

  const refused = [
    'a@example..com',
    'a@example.test:25',
    'a\uff20example.test',
    'nobody',
    'a b@example.test',
  ];

  test.each(refused)('to an address that no server accepts is BOUNCED: %s', async (address) => {
    const place = await addPlace();
    const [id] = await queueTo(place, 'EMAIL', [address]);
    start();
    await untilIs(place, id, { status: 'BOUNCED', error: 'mailbox_refused' });
    expect(await queued(place)).toBe(0);
  });

  test('to an address with an international domain is sent', async () => {
    const place = await addPlace();
    const [id] = await queueTo(place, 'EMAIL', ['Uma@B\u00dccher.test']);
    start();
    await untilIs(place, id, { status: 'SENT', error: null });
    for (const to of ['uma@xn--bcher-kva.test', 'uma@b\u00fccher.test'])
      expect(await carriers.arrived('EMAIL', to)).toHaveLength(1);
  });

  test('that cannot be written is FAILED after its maximum age', async () => {
    const place = await addPlace();
    const [id] = await queueTo(place, 'EMAIL', ['written@mail.test']);
    await PropertyModel.deleteOne({ _id: place.propertyId, tenantId: place.tenantId });
    start({ retry: { firstMs: 20, maxMs: 20, giveUpMs: 300 } });
    await untilIs(place, id, { status: 'FAILED', error: 'internal_error' });
    expect(await queued(place)).toBe(0);
  });

  test('shows a temporary refusal, and is sent after it', async () => {
    const place = await addPlace();
    await carriers.treat('EMAIL', { behaviour: 'reject-temporarily', to: 'busy@mail.test' });
    const [id] = await queueTo(place, 'EMAIL', ['busy@mail.test']);
    start();
    await untilIs(place, id, { status: 'QUEUED', error: 'mail_server_busy' });
    await carriers.treat('EMAIL', { behaviour: 'accept', to: 'busy@mail.test' });
    await untilIs(place, id, { status: 'SENT', error: null });
    expect(await carriers.arrived('EMAIL', 'busy@mail.test')).toHaveLength(1);
  });

  test('is FAILED with the last reason after its maximum age', async () => {
    const place = await addPlace();
    const [id] = await queueTo(place, 'EMAIL', ['late@mail.test']);
    const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
    start({ smtpUrl, retry: { firstMs: 20, maxMs: 20, giveUpMs: 300 } });
    await untilIs(place, id, { status: 'FAILED', error: 'mail_server_unavailable' });
    expect(await queued(place)).toBe(0);
  });

  test('to a slow mailbox delays only mails to its domain until its answer, and no texts', async () => {
    const place = await addPlace();
    await carriers.treat('EMAIL', { behaviour: 'slow', delayMs: 4000, to: 'slow@mail.test' });
    const [slow] = await queueTo(place, 'EMAIL', ['slow@mail.test']);
    const [text] = await queueTo(place, 'SMS', [newPhone()]);
    start();
    const [quick] = await queueTo(place, 'EMAIL', ['quick@mail.test']);
    await untilIs(place, text, { status: 'SENT' });
    await untilIs(place, quick, { status: 'SENT' });
    expect(await deliveryOf(place, slow)).toMatchObject({ status: 'SENT' });
  });

  test('without an answer delays only mails of its tenant to its domain', async () => {
    const server = await startHoldingMailServer((to) => to.endsWith('@slow.test'));
    running.push(server);
    const [place, other] = [await addPlace(), await addPlace()];
    const slow = Array.from({ length: 12 }, (_, at) => `${at}@slow.test`);
    const held = await queueTo(place, 'EMAIL', slow);
    start({ smtpUrl: server.smtpUrl, patienceMs: 200 });
    await waitUntil(() => server.taken.length > 0, { what: 'a mail that is not answered' });
    const quick = await queueTo(place, 'EMAIL', ['own@quick.test']);
    const others = await queueTo(other, 'EMAIL', ['a@quick.test', 'b@quick.test', 'c@slow.test']);
    await untilIs(place, quick[0], { status: 'SENT' });
    for (const id of others.slice(0, 2)) await untilIs(other, id, { status: 'SENT' });
    await waitUntil(() => server.taken.includes('c@slow.test'), { what: 'the mail of the other tenant' });
    expect(server.taken.filter((to) => slow.includes(to))).toHaveLength(1);
    server.answerAll();
    for (const id of held) await untilIs(place, id, { status: 'SENT', error: null });
    expect(server.taken.toSorted()).toEqual([...new Set(server.taken)].toSorted());
  });

  test('is sent promptly despite thousands of another tenant', async () => {
    const [bulk, single] = [await addPlace(), await addPlace()];
    await queueTo(
      bulk,
      'EMAIL',
      Array.from({ length: 400 }, (_, at) => `bulk-${at}@mail.test`),
    );
    start();
    await waitUntil(async () => (await queued(bulk)) < 390, { what: 'the first of many mails' });
    const [id] = await queueTo(single, 'EMAIL', ['single@mail.test']);
    const before = await queued(bulk);
    await untilIs(single, id, { status: 'SENT' });
    // Its turn comes within the lifetime of a list of tenants: at most half a second.
    expect(await queued(bulk)).toBeGreaterThan(0);
    expect(before).toBeGreaterThan(0);
  });
});

describe.each(['TELEPHONY_A', 'TELEPHONY_B'] as const)('a text by %s', (provider) => {
  test('arrives with the whole link, and its id is stored for receipts', async () => {
    const [place, to] = [await addPlace(), newPhone()];
    const [id] = await queueTo(place, 'SMS', [to]);
    start({ provider });
    const delivery = await untilIs(place, id, { status: 'SENT' });
    const [text] = await carriers.arrived('SMS', to);
    expect(text?.text).toMatch(/http:\/\/portal\.test\/join\/[\w-]{43} /);
    expect(delivery.providerMessageId).toBe(text?.id);
  });

  test.each([
    [{ behaviour: 'fail' }, 'carrier_unavailable'],
    [{ behaviour: 'busy', retryAfter: 0 }, 'carrier_busy'],
    [{ behaviour: 'lost' }, 'carrier_unavailable'],
    // A provider has ten seconds for its answer.
    [{ behaviour: 'slow', delayMs: 30_000 }, 'carrier_unavailable'],
  ])('is retried and sent once after %j', async (behaviour, error) => {
    const [place, to] = [await addPlace(), newPhone()];
    await carriers.treat('SMS', { ...behaviour, to });
    const [id] = await queueTo(place, 'SMS', [to]);
    start({ provider });
    await untilIs(place, id, { status: 'QUEUED', error });
    await carriers.treat('SMS', { behaviour: 'accept', to });
    await untilIs(place, id, { status: 'SENT', error: null });
    expect(await carriers.arrived('SMS', to)).toHaveLength(1);
  });

  test.each([
    ['invalid', 'invalid_number'],
    ['refuse', 'refused_by_carrier'],
  ])('is FAILED with the reason after the refusal %s', async (behaviour, error) => {
    const [place, to] = [await addPlace(), newPhone()];
    await carriers.treat('SMS', { behaviour, to });
    const [id] = await queueTo(place, 'SMS', [to]);
    start({ provider });
    expect((await untilIs(place, id, { status: 'FAILED' })).error).toBe(error);
  });

  test('to a phone that has opted out is FAILED, and the next one is not attempted', async () => {
    const [place, to] = [await addPlace(), newPhone()];
    await carriers.treat('SMS', { behaviour: 'opted-out', to });
    const [first] = await queueTo(place, 'SMS', [to]);
    start({ provider });
    await untilIs(place, first, { status: 'FAILED', error: 'opted_out' });
    expect(await PhoneConsentModel.findById(to).lean()).toMatchObject({
      state: 'OPTED_OUT',
      source: 'CARRIER',
    });
    await carriers.treat('SMS', { behaviour: 'accept', to });
    const [second] = await queueTo(place, 'SMS', [to]);
    await untilIs(place, second, { status: 'FAILED', error: 'opted_out' });
    expect(await carriers.arrived('SMS', to)).toEqual([]);
  });
});

test('a text waits while the provider rejects our credentials', async () => {
  const [place, to] = [await addPlace(), newPhone()];
  const [id] = await queueTo(place, 'SMS', [to]);
  start({ apiSecret: 'not the secret of the account' });
  const delivery = await untilIs(place, id, { status: 'QUEUED', error: 'carrier_unavailable' });
  expect(delivery.providerMessageId).toBeNull();
});

test('a text comes from the property’s own number, through its provider', async () => {
  const [place, to] = [await addPlace(), newPhone()];
  const number = virtualNumberRow(place.tenantId, {
    propertyId: place.propertyId,
    provider: 'TELEPHONY_B',
    status: 'ASSIGNED',
    capabilities: ['VOICE', 'SMS'],
    assignedAt: new Date(),
  });
  await VirtualNumberModel.insertMany([number]);
  const [id] = await queueTo(place, 'SMS', [to]);
  start();
  await untilIs(place, id, { status: 'SENT' });
  expect(await carriers.arrived('SMS', to)).toMatchObject([{ provider: 'telephony-b', from: number.number }]);
});
