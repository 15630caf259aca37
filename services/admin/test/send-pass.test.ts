import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { OutboxModel } from '@pas/platform/events/outbox';
import { PropertyModel } from '@pas/shared/models/property';
import { accessPassRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onboardingBySms, startAdmin } from './admin-harness.ts';
import { startSenders } from './dispatch-support.ts';
import { passSupport } from './pass-support.ts';
import { startCarriers, type TestCarriers } from './sandbox-process.ts';

const admin = await startAdmin({ onboarding: onboardingBySms });
const { open, create, get, patch, remove, send } = passSupport(admin);
type Site = Awaited<ReturnType<typeof open>>;

let carriers: TestCarriers;
beforeAll(async () => {
  carriers = await startCarriers();
});
afterAll(() => carriers.stop());

let numbers = 3000;
const newPhone = (): string => `+1202555${(numbers += 1)}`;
const newEmail = (): string => `${newId('user')}@pass.test`;
const queued = ({ place: { tenantId } }: Site) => OutgoingMessageModel.countDocuments({ tenantId });

/** Creates a pass for one holder with a contact. */
const passTo = async (site: Site, contact: object, body: object = {}) =>
  (await create(site, { ...body, holders: [{ name: 'Sam Ortiz', ...contact }] })).body.pass;

/** Runs the senders until no message of the tenant is queued. */
async function deliver(site: Site): Promise<void> {
  const senders = startSenders(carriers);
  await waitUntil(async () => (await queued(site)) === 0, { what: 'an empty queue' });
  await senders.stop();
}

const statesOf = async (site: Site, id: string) =>
  (await get(site.caller, id)).body.pass.holders.flatMap(({ deliveries }) =>
    deliveries.map(({ channel, status, error }) => [channel, status, error]),
  );

describe('POST /api/admin/passes/{id}/send', () => {
  test('202 sends the link by e-mail and SMS, without the PIN, in the language of the building', async () => {
    const site = await open();
    const { tenantId, propertyId } = site.place;
    await PropertyModel.updateOne({ _id: propertyId, tenantId }, { $set: { locale: 'de' } });
    const [email, phone] = [newEmail(), newPhone()];
    const pass = await passTo(
      site,
      { email, phone },
      { weekdays: ['FRI'], timeFrom: '18:00', timeTo: '23:00' },
    );
    const { status, body } = await send(site.caller, pass.id);
    expect(status).toBe(202);
    expect(body.pass.version).toBe(1);
    expect(await statesOf(site, pass.id)).toEqual([
      ['EMAIL', 'QUEUED', null],
      ['SMS', 'QUEUED', null],
    ]);
    await deliver(site);
    expect(await statesOf(site, pass.id)).toEqual([
      ['EMAIL', 'SENT', null],
      ['SMS', 'SENT', null],
    ]);
    const [{ url, pin } = { url: '', pin: '' }] = pass.holders;
    const [mail] = await carriers.arrived('EMAIL', email);
    const [text] = await carriers.arrived('SMS', phone);
    expect(mail?.subject).toBe('Ihr Gästepass: Harbor View');
    for (const written of [mail?.text, mail?.html, text?.text]) {
      expect(written).toContain(url);
      expect(written).not.toContain(pin);
    }
    expect(mail?.text).toContain('Freitag, 18:00 bis 23:00.');
    expect(text?.text).toContain('Ihr Gästepass, Harbor View.');
  });

  test('a contact whose message is queued gets no second one; a later call sends again', async () => {
    const site = await open();
    const email = newEmail();
    const pass = await passTo(site, { email });
    for (const each of [1, 2, 3])
      expect([each, (await send(site.caller, pass.id)).status]).toEqual([each, 202]);
    expect(await queued(site)).toBe(1);
    await deliver(site);
    await send(site.caller, pass.id, { channels: ['EMAIL'] });
    await deliver(site);
    expect(await carriers.arrived('EMAIL', email)).toHaveLength(2);
    const records = await OutboxModel.find({ tenantId: site.place.tenantId }).lean();
    const actions = records.map(({ envelope }) => (envelope.data as { action?: string }).action);
    expect(actions.filter((action) => action === 'access_pass.sent')).toHaveLength(2);
  });

  test('sends only to the named holders, otherwise to all with a contact', async () => {
    const site = await open();
    const holders = [{ name: 'A', email: newEmail() }, { name: 'B', email: newEmail() }, { name: 'C' }];
    const { pass } = (await create(site, { holders })).body;
    const [, second, third] = pass.holders.map(({ id }) => id);
    await send(site.caller, pass.id, { holderIds: [second] });
    expect(await queued(site)).toBe(1);
    await send(site.caller, pass.id);
    expect(await queued(site)).toBe(2);
    const missing = await send(site.caller, pass.id, { holderIds: [second, third] });
    expect([missing.status, missing.body.code]).toEqual([422, 'contact_missing']);
    expect((await send(site.caller, pass.id, { holderIds: [newId('accessPass')] })).status).toBe(404);
  });

  test('a message that waits for a former contact is not sent; one of a revoked pass neither', async () => {
    const site = await open();
    const [former, revoked] = [newEmail(), newEmail()];
    const [moved, ended] = [await passTo(site, { email: former }), await passTo(site, { email: revoked })];
    for (const { id } of [moved, ended]) await send(site.caller, id);
    await patch(site.caller, moved.id, { holders: [{ id: moved.id, email: newEmail() }] });
    await remove(site.caller, ended.id);
    await deliver(site);
    expect(await statesOf(site, moved.id)).toEqual([['EMAIL', 'FAILED', 'contact_changed']]);
    expect(await statesOf(site, ended.id)).toEqual([['EMAIL', 'FAILED', 'pass_ended']]);
    for (const to of [former, revoked]) expect(await carriers.arrived('EMAIL', to)).toEqual([]);
  });

  test('a mailbox that refuses is BOUNCED', async () => {
    const site = await open();
    const email = newEmail();
    await carriers.treat('EMAIL', { behaviour: 'reject-permanently', to: email });
    const pass = await passTo(site, { email });
    await send(site.caller, pass.id);
    await deliver(site);
    expect(await statesOf(site, pass.id)).toEqual([['EMAIL', 'BOUNCED', 'mailbox_refused']]);
  });

  test('422 contact_missing without a contact, premium_number for a number that costs extra', async () => {
    const site = await open();
    const codeOf = async (contact: object, body: object = {}) => {
      const { status, body: answer } = await send(site.caller, (await passTo(site, contact)).id, body);
      return [status, answer.code];
    };
    expect(await codeOf({})).toEqual([422, 'contact_missing']);
    expect(await codeOf({ email: newEmail() }, { channels: ['SMS'] })).toEqual([422, 'contact_missing']);
    expect(await codeOf({ phone: '+19005550123' })).toEqual([422, 'premium_number']);
  });

  test('409 pass_ended for an expired and a revoked pass', async () => {
    const site = await open();
    const contact = { holderEmail: newEmail(), holderEmailKey: newEmail() };
    const expired = accessPassRow(site.place, [site.door._id], { ...contact, endsAt: new Date() });
    await AccessPassModel.insertMany([expired]);
    const revoked = await passTo(site, { email: newEmail() });
    await remove(site.caller, revoked.id);
    for (const id of [expired._id, revoked.id]) {
      const { status, body } = await send(site.caller, id);
      expect([status, body.code]).toEqual([409, 'pass_ended']);
    }
  });

  test('fifty concurrent messages to one address queue ten, and the others leave nothing behind', async () => {
    const site = await open();
    const email = newEmail();
    const passes = await Promise.all(Array.from({ length: 50 }, () => passTo(site, { email })));
    const answers = await Promise.all(passes.map(({ id }) => send(site.caller, id)));
    const limited = answers.filter(({ status }) => status === 429);
    expect([answers.length - limited.length, await queued(site)]).toEqual([10, 10]);
    expect(limited[0]?.body.code).toBe('recipient_limit_reached');
    expect(limited[0]?.headers.has('retry-after')).toBe(true);
  });
});
