import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { describe, expect, test } from 'vitest';
import { startAdmin } from './admin-harness.ts';
import { addPlace, queueTo } from './dispatch-support.ts';
import { newPhone, untilIs, useSenders } from './use-senders.ts';

await startAdmin();

const senders = useSenders();

describe.each(['TELEPHONY_A', 'TELEPHONY_B'] as const)('a text by %s', (provider) => {
  test('arrives with the whole link, and its id is stored for receipts', async () => {
    const [place, to] = [await addPlace(), newPhone()];
    const [id] = await queueTo(place, 'SMS', [to]);
    senders.start({ provider });
    const delivery = await untilIs(place, id, { status: 'SENT' });
    const [text] = await senders.carriers.arrived('SMS', to);
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
    await senders.carriers.treat('SMS', { ...behaviour, to });
    const [id] = await queueTo(place, 'SMS', [to]);
    senders.start({ provider });
    await untilIs(place, id, { status: 'QUEUED', error });
    await senders.carriers.treat('SMS', { behaviour: 'accept', to });
    await untilIs(place, id, { status: 'SENT', error: null });
    expect(await senders.carriers.arrived('SMS', to)).toHaveLength(1);
  });

  test.each([
    ['invalid', 'invalid_number'],
    ['refuse', 'refused_by_carrier'],
  ])('is FAILED with the reason after the refusal %s', async (behaviour, error) => {
    const [place, to] = [await addPlace(), newPhone()];
    await senders.carriers.treat('SMS', { behaviour, to });
    const [id] = await queueTo(place, 'SMS', [to]);
    senders.start({ provider });
    expect((await untilIs(place, id, { status: 'FAILED' })).error).toBe(error);
  });

  test('to a phone that has opted out is FAILED, and the next one is not attempted', async () => {
    const [place, to] = [await addPlace(), newPhone()];
    await senders.carriers.treat('SMS', { behaviour: 'opted-out', to });
    const [first] = await queueTo(place, 'SMS', [to]);
    senders.start({ provider });
    await untilIs(place, first, { status: 'FAILED', error: 'opted_out' });
    expect(await PhoneConsentModel.findById(to).lean()).toMatchObject({
      state: 'OPTED_OUT',
      source: 'CARRIER',
    });
    await senders.carriers.treat('SMS', { behaviour: 'accept', to });
    const [second] = await queueTo(place, 'SMS', [to]);
    await untilIs(place, second, { status: 'FAILED', error: 'opted_out' });
    expect(await senders.carriers.arrived('SMS', to)).toEqual([]);
  });
});

test('a text waits while the provider rejects our credentials', async () => {
  const [place, to] = [await addPlace(), newPhone()];
  const [id] = await queueTo(place, 'SMS', [to]);
  senders.start({ apiSecret: 'not the secret of the account' });
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
  senders.start();
  await untilIs(place, id, { status: 'SENT' });
  expect(await senders.carriers.arrived('SMS', to)).toMatchObject([
    { provider: 'telephony-b', from: number.number },
  ]);
});
