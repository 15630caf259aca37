import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { freePort } from '@pas/testing/free-port';
import { testLinks } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { startAdmin } from './admin-harness.ts';
import { addPlace, deliveryOf, queueTo } from './dispatch-support.ts';
import { startHoldingMailServer } from './holding-mail-server.ts';
import { countQueued, newPhone, untilIs, useSenders } from './use-senders.ts';

await startAdmin();

const senders = useSenders();

describe('a mail', () => {
  test('is sent once by two senders, and leaves the queue', async () => {
    const place = await addPlace();
    const addresses = Array.from({ length: 30 }, (_, at) => `many-${at}@mail.test`);
    const invites = await queueTo(place, 'EMAIL', addresses);
    senders.start();
    senders.start();
    for (const id of invites) await untilIs(place, id, { status: 'SENT', error: null });
    for (const to of addresses) expect(await senders.carriers.arrived('EMAIL', to)).toHaveLength(1);
    expect(await countQueued(place)).toBe(0);
    const [mail] = await senders.carriers.arrived('EMAIL', 'many-0@mail.test');
    expect(mail?.html).toContain('Maple Court');
  });

  test('stores the hash of a link whose creator lacked the secrets, so that the link works', async () => {
    const place = await addPlace();
    const withoutLink = { secretVersion: '', tokenHash: `none:${place.tenantId}` };
    const [id] = await queueTo(place, 'EMAIL', ['occupant@mail.test'], withoutLink);
    senders.start();
    await untilIs(place, id, { status: 'SENT' });
    const [mail] = await senders.carriers.arrived('EMAIL', 'occupant@mail.test');
    const token = /\/join\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const stored = await InviteModel.findOne({ _id: id ?? '', tenantId: place.tenantId }).lean<InviteRow>();
    expect(stored).toMatchObject({
      tokenHash: hashInviteToken(token),
      secretVersion: testLinks.secretVersion,
    });
  });

  test('is BOUNCED with the reason after a permanent refusal', async () => {
    const place = await addPlace();
    await senders.carriers.treat('EMAIL', { behaviour: 'reject-permanently', to: 'nobody@mail.test' });
    const [id] = await queueTo(place, 'EMAIL', ['nobody@mail.test']);
    senders.start();
    await untilIs(place, id, { status: 'BOUNCED', error: 'mailbox_refused' });
    expect(await countQueued(place)).toBe(0);
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
    senders.start();
    await untilIs(place, id, { status: 'BOUNCED', error: 'mailbox_refused' });
    expect(await countQueued(place)).toBe(0);
  });

  test('to an address with an international domain is sent', async () => {
    const place = await addPlace();
    const [id] = await queueTo(place, 'EMAIL', ['Uma@B\u00dccher.test']);
    senders.start();
    await untilIs(place, id, { status: 'SENT', error: null });
    for (const to of ['uma@xn--bcher-kva.test', 'uma@b\u00fccher.test'])
      expect(await senders.carriers.arrived('EMAIL', to)).toHaveLength(1);
  });

  test('that cannot be written is FAILED after its maximum age', async () => {
    const place = await addPlace();
    const [id] = await queueTo(place, 'EMAIL', ['written@mail.test']);
    await PropertyModel.deleteOne({ _id: place.propertyId, tenantId: place.tenantId });
    senders.start({ retry: { firstMs: 20, maxMs: 20, giveUpMs: 300 } });
    await untilIs(place, id, { status: 'FAILED', error: 'internal_error' });
    expect(await countQueued(place)).toBe(0);
  });

  test('shows a temporary refusal, and is sent after it', async () => {
    const place = await addPlace();
    await senders.carriers.treat('EMAIL', { behaviour: 'reject-temporarily', to: 'busy@mail.test' });
    const [id] = await queueTo(place, 'EMAIL', ['busy@mail.test']);
    senders.start();
    await untilIs(place, id, { status: 'QUEUED', error: 'mail_server_busy' });
    await senders.carriers.treat('EMAIL', { behaviour: 'accept', to: 'busy@mail.test' });
    await untilIs(place, id, { status: 'SENT', error: null });
    expect(await senders.carriers.arrived('EMAIL', 'busy@mail.test')).toHaveLength(1);
  });

  test('is FAILED with the last reason after its maximum age', async () => {
    const place = await addPlace();
    const [id] = await queueTo(place, 'EMAIL', ['late@mail.test']);
    const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
    senders.start({ smtpUrl, retry: { firstMs: 20, maxMs: 20, giveUpMs: 300 } });
    await untilIs(place, id, { status: 'FAILED', error: 'mail_server_unavailable' });
    expect(await countQueued(place)).toBe(0);
  });

  test('to a slow mailbox delays only mails to its domain until its answer, and no texts', async () => {
    const place = await addPlace();
    await senders.carriers.treat('EMAIL', { behaviour: 'slow', delayMs: 4000, to: 'slow@mail.test' });
    const [slow] = await queueTo(place, 'EMAIL', ['slow@mail.test']);
    const [text] = await queueTo(place, 'SMS', [newPhone()]);
    senders.start();
    const [quick] = await queueTo(place, 'EMAIL', ['quick@mail.test']);
    await untilIs(place, text, { status: 'SENT' });
    await untilIs(place, quick, { status: 'SENT' });
    expect(await deliveryOf(place, slow)).toMatchObject({ status: 'SENT' });
  });

  test('without an answer delays only mails of its tenant to its domain', async () => {
    const server = await startHoldingMailServer((to) => to.endsWith('@slow.test'));
    senders.stopAfter(server);
    const [place, other] = [await addPlace(), await addPlace()];
    const slow = Array.from({ length: 12 }, (_, at) => `${at}@slow.test`);
    const held = await queueTo(place, 'EMAIL', slow);
    senders.start({ smtpUrl: server.smtpUrl, patienceMs: 200 });
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
    senders.start();
    await waitUntil(async () => (await countQueued(bulk)) < 390, { what: 'the first of many mails' });
    const [id] = await queueTo(single, 'EMAIL', ['single@mail.test']);
    const before = await countQueued(bulk);
    await untilIs(single, id, { status: 'SENT' });
    // Its turn comes within the lifetime of a list of tenants: at most half a second.
    expect(await countQueued(bulk)).toBeGreaterThan(0);
    expect(before).toBeGreaterThan(0);
  });
});
