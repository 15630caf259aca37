import { randomUUID } from 'node:crypto';
import { OutboxModel } from '@pas/platform/events/outbox';
import { hasOptedOut } from '@pas/shared/consents/phone-consents';
import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { signTelephonyA, signTelephonyB } from '@pas/testing/signed-webhooks/sign-webhook';
import { beforeEach, describe, expect, test } from 'vitest';
import { addBuilding, nextPhone } from './calls-support.ts';
import { processAll, processing as usual, progressOf } from './processing-support.ts';
import { recordCommands } from './telephony-b-calls.ts';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { sent, carrier } = recordCommands();
beforeEach(() => sent.clear());
const { keys, send } = await useWebhooks();
const processing = { ...usual, carrier };

interface Text {
  from: string;
  to: string;
  text: string;
}

/** Whether the text stays unprocessed, as after a failed attempt. */
interface TextOptions {
  isLeft?: boolean;
}

async function textA({ from, to, text }: Text, { isLeft = false }: TextOptions = {}): Promise<string> {
  const fields = Object.entries({ MessageSid: `SM${randomUUID()}`, From: from, To: to, Body: text });
  const path = '/telephony-a/messages';
  const { body } = await send(signTelephonyA({ token: keys.current.telephonyA, publicUrl, path, fields }));
  if (!isLeft) await processAll('telephony-a', processing);
  return body;
}

async function textB({ from, to, text }: Text, { isLeft = false }: TextOptions = {}): Promise<string> {
  const payload = { id: randomUUID(), from: { phone_number: from }, to: [{ phone_number: to }], text };
  const data = { id: randomUUID(), event_type: 'message.received', payload };
  const webhook = signTelephonyB(keys.current.telephonyB, JSON.stringify({ data }));
  await send(webhook);
  await send(webhook);
  if (!isLeft) await processAll('telephony-b', processing);
  return [...sent.values()].map(({ body }) => JSON.stringify(body)).join();
}

const providers = [
  ['telephony-a', textA],
  ['telephony-b', textB],
] as const;

describe.each(providers)('texts by %s', (provider, text) => {
  test('STOP and START set the consent of the phone; the audit of the number’s tenant shows it once', async () => {
    const { tenantId, number } = await addBuilding();
    const [from, other] = [nextPhone(), nextPhone()];
    await text({ from, to: number, text: 'Stop.' });
    await text({ from, to: number, text: 'STOP' });
    expect([await hasOptedOut(from), await hasOptedOut(other)]).toEqual([true, false]);
    expect(await PhoneConsentModel.findById(from).lean()).toMatchObject({ source: 'KEYWORD' });
    await text({ from, to: number, text: 'please start the heating' });
    expect([await hasOptedOut(from), await progressOf(provider)]).toEqual([true, 'IGNORED']);
    await text({ from, to: number, text: 'start' });
    expect(await hasOptedOut(from)).toBe(false);
    const rows = await OutboxModel.find({ tenantId })
      .sort({ _id: 1 })
      .lean<{ envelope: { data: object } }[]>();
    expect(rows.map(({ envelope }) => envelope.data)).toMatchObject([
      { action: 'phone.opted_out', targets: [{ type: 'phone', id: `…${from.slice(-2)}` }] },
      { action: 'phone.opted_in' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(from);
  });

  test('the later one of a STOP and a START counts, in any order of processing', async () => {
    const { number } = await addBuilding();
    for (const to of [number, nextPhone()]) {
      const from = nextPhone();
      await text({ from, to, text: 'START' }, { isLeft: true });
      const late = await WebhookReceiptModel.findOne({ provider, progress: 'RECEIVED' }, { _id: 1 }).lean();
      await WebhookReceiptModel.updateOne({ _id: late?._id ?? '' }, { $set: { progress: 'IGNORED' } });
      await text({ from, to, text: 'STOP' });
      await WebhookReceiptModel.updateOne({ _id: late?._id ?? '' }, { $set: { progress: 'RECEIVED' } });
      await processAll(provider, processing);
      expect(await hasOptedOut(from)).toBe(true);
    }
  });

  test.each([
    [40, true],
    [90, false],
  ])('a STOP counts after a START of a replica that is %i seconds ahead: %s', async (seconds, isOut) => {
    const from = nextPhone();
    await text({ from, to: nextPhone(), text: 'START' }, { isLeft: true });
    const createdAt = new Date(Date.now() + seconds * 1000);
    await WebhookReceiptModel.updateOne({ provider, progress: 'RECEIVED' }, { $set: { createdAt } });
    await processAll(provider, processing);
    await text({ from, to: nextPhone(), text: 'STOP' });
    expect(await hasOptedOut(from)).toBe(isOut);
  });

  test('STOP, START and HELP count for the phone in each spelling of a carrier', async () => {
    const { number } = await addBuilding();
    const phone = '+525512345678';
    for (const from of ['+5215512345678', '525512345678', '005215512345678']) {
      await text({ from, to: number.slice(1), text: 'STOP' });
      expect([from, await hasOptedOut(phone)]).toEqual([from, true]);
      await text({ from, to: number, text: 'START' });
      expect([from, await hasOptedOut(phone)]).toEqual([from, false]);
    }
    expect(await text({ from: '+5215512345678', to: number, text: 'HELP' })).toContain('STOP');
  });

  test('STOP to a number without a tenant counts too', async () => {
    const from = nextPhone();
    await text({ from, to: nextPhone(), text: 'STOPP' });
    expect(await hasOptedOut(from)).toBe(true);
  });

  test('any text to an assigned number is recorded there, once for the assignment', async () => {
    const { tenantId, number } = await addBuilding();
    const from = nextPhone();
    const lastTextAt = async () =>
      (await VirtualNumberModel.findOne({ tenantId, number }).lean<VirtualNumberRow>())?.lastTextAt ?? null;
    expect(await lastTextAt()).toBeNull();
    await text({ from, to: number, text: 'is somebody there?' });
    const first = await lastTextAt();
    expect(first).toBeInstanceOf(Date);
    await text({ from, to: number, text: 'HELP' });
    expect(await lastTextAt()).toEqual(first);
  });

  test('a text to a quarantined number is not recorded', async () => {
    const { tenantId, number } = await addBuilding({
      number: { status: 'QUARANTINED', propertyId: null, unitId: null, assignedAt: null },
    });
    await text({ from: nextPhone(), to: number, text: 'HELP' });
    const row = await VirtualNumberModel.findOne({ tenantId, number }).lean<VirtualNumberRow>();
    expect(row?.lastTextAt).toBeNull();
  });

  test.each([
    ['HELP', '+12125550100', 'This number sends messages about your home'],
    ['Hilfe', '+12125550100', 'Mit STOP abbestellen'],
    ['info', '+4930901820', 'Mit STOP abbestellen'],
    ['ayuda', '+12125550100', 'Responda STOP'],
    ['Aide ?', '+12125550100', 'Répondez STOP'],
  ])(
    '%s to %s gets a reply in its language, also at a phone that gets no other texts',
    async (word, to, answer) => {
      const from = nextPhone();
      await text({ from, to, text: 'STOP' });
      const reply = await text({ from, to, text: word });
      expect(reply).toContain(answer);
      const texts = [...sent.values()].map(({ path, body: { from: by, to: whom } }) => [path, by, whom]);
      expect(texts).toEqual(provider === 'telephony-b' ? [['/messages', to, from]] : []);
      expect(await progressOf(provider)).toBe('PROCESSED');
      expect(await hasOptedOut(from)).toBe(true);
    },
  );
});

test('telephony-b: numbers without an object are read too', async () => {
  const [from, to] = [nextPhone(), nextPhone()];
  const payload = { id: randomUUID(), from, to, text: 'STOP' };
  const data = { id: randomUUID(), event_type: 'message.received', payload };
  await send(signTelephonyB(keys.current.telephonyB, JSON.stringify({ data })));
  await processAll('telephony-b', processing);
  expect(await hasOptedOut(from)).toBe(true);
});

test('telephony-b: the text that was sent last counts, in any order of arrival', async () => {
  const [from, to] = [nextPhone(), nextPhone()];
  const at = (secondsAgo: number): string => new Date(Date.now() - secondsAgo * 1000).toISOString();
  for (const [text, occurred_at] of [
    ['STOP', at(10)],
    ['START', at(20)],
    ['START', 'some time'],
    ['STOP', '2999-01-01T00:00:00.000Z'],
    ['START', undefined],
  ] as const) {
    const payload = { id: randomUUID(), from, to, text };
    const data = { id: randomUUID(), event_type: 'message.received', occurred_at, payload };
    await send(signTelephonyB(keys.current.telephonyB, JSON.stringify({ data })));
    await processAll('telephony-b', processing);
    const isOut = text === 'STOP' || occurred_at?.startsWith('2') === true;
    expect([text, occurred_at, await hasOptedOut(from)]).toEqual([text, occurred_at, isOut]);
  }
});
