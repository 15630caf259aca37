import { join } from 'node:path';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { drillSize } from '@pas/testing/drill-size';
import { useProcesses } from '@pas/testing/killable-processes';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlace, deliveryOf, queueTo, type Place } from './dispatch-support.ts';
import { claimMs } from '../src/dispatch/queued-messages.ts';
import { startHoldingMailServer, type HoldingMailServer } from './holding-mail-server.ts';
import { startCarriers, type TestCarriers } from './sandbox-process.ts';

const { coreUrl, controlUrl } = await useDatabases();
const senders = useProcesses(join(import.meta.dirname, 'crashing-sender.ts'));
let carriers: TestCarriers;
let mails: HoldingMailServer;

beforeAll(async () => {
  carriers = await startCarriers();
  mails = await startHoldingMailServer();
});
afterAll(async () => {
  await mails.stop();
  await carriers.stop();
});

const startSender = () => senders.start(coreUrl, controlUrl, mails.smtpUrl, carriers.sandboxUrl);

const ofTenant = ({ tenantId }: Place) => ({ tenantId });
/** Whether all claims were renewed after a given time. */
const areRenewed = async (place: Place, after: number): Promise<boolean> => {
  const earlier = { claimedBy: { $ne: null }, dueAt: { $lt: new Date(after + claimMs) } };
  return (await OutgoingMessageModel.countDocuments({ ...ofTenant(place), ...earlier })) === 0;
};
/** Expires the claims of dead processes. */
const endClaims = (place: Place) =>
  OutgoingMessageModel.updateMany(ofTenant(place), { $set: { dueAt: new Date(), claimedBy: null } });
const untilSent = (place: Place, invites: readonly string[]) =>
  waitUntil(
    async () => {
      const deliveries = await Promise.all(invites.map(async (id) => deliveryOf(place, id)));
      return deliveries.every((delivery) => delivery?.status === 'SENT');
    },
    { what: 'all messages to be sent' },
  );

const crashes = drillSize({ short: 1, long: 3 });

test('a killed sender repeats one mail at most, also with a slow server', async () => {
  const place = await addPlace();
  const addresses = Array.from({ length: 12 }, (_, at) => `slow-${at}@mail.test`);
  const invites = await queueTo(place, 'EMAIL', addresses);
  for (let crash = 1; crash <= crashes; crash += 1) {
    const sender = startSender();
    await waitUntil(() => mails.taken.length >= crash, {
      what: 'a mail that is not answered',
    });
    // A sender whose claims were renewed more than a second later has waited that long for the answer.
    const later = Date.now() + 1500;
    await waitUntil(async () => areRenewed(place, later), { what: 'renewed claims' });
    await senders.kill(sender);
    expect(mails.taken).toHaveLength(crash);
    await endClaims(place);
  }
  mails.answerAll();
  startSender();
  await untilSent(place, invites);
  expect(new Set(mails.taken)).toEqual(new Set(addresses));
  expect(mails.taken.length - addresses.length).toBeLessThanOrEqual(crashes);
});

test('a killed sender repeats no text', async () => {
  const place = await addPlace();
  const phones = Array.from({ length: 12 }, (_, at) => `+12025552${String(at).padStart(3, '0')}`);
  for (const to of phones) await carriers.treat('SMS', { behaviour: 'slow', delayMs: 8000, to });
  const countTexts = async (): Promise<number[]> =>
    Promise.all(phones.map(async (to) => (await carriers.arrived('SMS', to)).length));
  const invites = await queueTo(place, 'SMS', phones);
  const sender = startSender();
  await waitUntil(async () => (await countTexts()).includes(1), {
    what: 'a text that is not answered',
  });
  await senders.kill(sender);
  await carriers.treat('SMS', { behaviour: 'accept' });
  await endClaims(place);
  startSender();
  await untilSent(place, invites);
  expect(await countTexts()).toEqual(phones.map(() => 1));
});
