import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { drillSize } from '@pas/testing/drill-size';
import type { InviteRow } from '@pas/shared/models/invite';
import { createConnection, type Connection } from 'mongoose';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import type { Invite } from '../client/property-manager.ts';
import { password } from '../client/resident.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Long words without a line break, as in German. */
const house = 'Donaudampfschifffahrtsgesellschaftswohnanlage';
const flat = 'Nordwestobergeschosspenthouse';

/** A window of 640 pixels has room for 320 at 200 %. */
const windows = [
  { name: 'a phone', viewport: { width: 375, height: 700 } },
  { name: 'a small phone', viewport: { width: 320, height: 700 } },
  { name: 'a window of 640 at 200 %', viewport: { width: 320, height: 360 } },
] as const;

/** Directory for pictures of every state, for review; unset for none. */
const picturesDir = process.env['PICTURES_DIR'];

describe.skipIf(hasNoBrowser)('the page of an invite', () => {
  const fixture = useBrowser();
  let connection: Connection;
  let propertyId: string;
  beforeAll(async () => {
    connection = await createConnection(fixture.system.local.mongoUrl).asPromise();
    ({ id: propertyId } = await fixture.manager.createProperty(house));
    if (picturesDir) mkdirSync(picturesDir, { recursive: true });
  });
  afterAll(() => connection.close());

  async function addInvite(locale: string, fields: object = {}): Promise<Invite> {
    const unitLabel = `${flat} ${randomUUID().slice(0, 6)}`;
    const inviteeEmail = `maximiliane.wolkenstein.${randomUUID()}@example.test`;
    const body = { propertyId, unitLabel, inviteeEmail, locale, ...fields };
    return (await bodyOf(fixture.manager.call<{ invite: Invite }>('/onboarding/invite', { body }), 201))
      .invite;
  }

  async function store({ id, tenantId }: Invite, fields: Partial<InviteRow>): Promise<void> {
    await connection.collection<InviteRow>('invites').updateOne({ _id: id, tenantId }, { $set: fields });
  }

  /** Creates an invite of a company, then suspends the company. */
  async function inviteOfSuspended(locale: string): Promise<Invite> {
    const { gatewayUrl, platformApiKey: bearer } = fixture.system.local;
    const api = `${gatewayUrl}/api/admin`;
    const company = { name: `Ruhende Hausverwaltung ${randomUUID().slice(0, 8)}` };
    const made = call<{ tenant: { id: string } }>(`${api}/tenants`, { bearer, body: company });
    const { id } = (await bodyOf(made, 201)).tenant;
    const home = { name: house, address: { country: 'US' } };
    const built = call<{ property: { id: string } }>(`${api}/properties?tenantId=${id}`, {
      bearer,
      body: home,
    });
    const { property } = await bodyOf(built, 201);
    const body = { propertyId: property.id, unitLabel: flat, inviteeEmail: 'm@example.test', locale };
    const path = `${api}/onboarding/invite?tenantId=${id}`;
    const { invite } = await bodyOf(call<{ invite: Invite }>(path, { bearer, body }), 201);
    const suspension = { method: 'PATCH', bearer, body: { status: 'SUSPENDED' } } as const;
    await bodyOf(call(`${api}/tenants/${id}`, suspension), 200);
    return invite;
  }

  const submit = async (page: Page): Promise<void> => {
    await Promise.all([page.waitForEvent('load'), page.locator('button').click()]);
  };

  async function signUp(page: Page): Promise<void> {
    for (const [name, value] of Object.entries({ firstName: 'Maximiliane', lastName: 'Reyes', password }))
      await page.locator(`[name=${name}]`).fill(value);
    await submit(page);
  }

  /** Brings a page into a state. Each state shows another heading or form. */
  const states: Readonly<Record<string, (page: Page, locale: string) => Promise<void>>> = {
    async pending(page, locale) {
      await page.goto((await addInvite(locale, { inviteePhone: '+14155550123' })).inviteUrl);
    },
    async 'pending, with everything wrong'(page, locale) {
      await page.goto((await addInvite(locale)).inviteUrl);
      await page.locator('[name=phone]').fill('12');
      await page.locator('[name=email]').fill('x');
      await submit(page);
    },
    async accepted(page, locale) {
      const { inviteUrl } = await addInvite(locale);
      await page.goto(inviteUrl);
      await signUp(page);
      await page.goto(inviteUrl);
    },
    async welcome(page, locale) {
      await page.goto((await addInvite(locale)).inviteUrl);
      await signUp(page);
    },
    async expired(page, locale) {
      const invite = await addInvite(locale);
      await store(invite, { expiresAt: new Date(Date.now() - 1000) });
      await page.goto(invite.inviteUrl);
    },
    async renewed(page, locale) {
      const invite = await addInvite(locale);
      await store(invite, { expiresAt: new Date(Date.now() - 1000) });
      await page.goto(invite.inviteUrl);
      await submit(page);
    },
    async revoked(page, locale) {
      const invite = await addInvite(locale);
      await bodyOf(fixture.manager.call(`/onboarding/invites/${invite.id}/revoke`, { method: 'POST' }), 200);
      await page.goto(invite.inviteUrl);
    },
    async superseded(page, locale) {
      const { id, inviteUrl } = await addInvite(locale);
      const body = { rotate: true };
      await bodyOf(fixture.manager.call(`/onboarding/invites/${id}/resend`, { body }), 202);
      await page.goto(inviteUrl);
    },
    async suspended(page, locale) {
      const { inviteUrl } = await inviteOfSuspended(locale);
      // The services learn of it within a second.
      await expect.poll(async () => (await page.goto(inviteUrl))?.status()).toBe(403);
    },
    async unknown(page, locale) {
      const { inviteUrl } = await addInvite(locale);
      await page.setExtraHTTPHeaders({ 'accept-language': locale });
      await page.goto(`${inviteUrl.slice(0, -4)}AAAA`);
    },
    async 'account exists'(page, locale) {
      const inviteeEmail = `known.${randomUUID()}@example.test`;
      await page.goto((await addInvite(locale, { inviteeEmail })).inviteUrl);
      await signUp(page);
      await page.goto((await addInvite(locale, { inviteeEmail })).inviteUrl);
      await page.locator('[name=password]').fill('another one, and wrong');
      await page.locator('[name=firstName]').fill('Maximiliane');
      await page.locator('[name=lastName]').fill('Reyes');
      await submit(page);
    },
  };

  /** Finds faults of the page: language, headings, width in each window, barriers and messages. */
  async function findPageFaults(page: Page, state: string, locale: string, since: number): Promise<string[]> {
    const found: string[] = [];
    if ((await page.locator('html').getAttribute('lang')) !== locale) found.push('not in the language');
    if ((await page.locator('h1').count()) !== 1) found.push('not one heading');
    for (const { name, viewport } of windows) {
      await page.setViewportSize(viewport);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow !== 0) found.push(`${name}: ${overflow} pixels too wide`);
      if (picturesDir)
        await page.screenshot({
          path: join(picturesDir, `${state}-${locale}-${viewport.width}x${viewport.height}.png`),
          fullPage: true,
        });
    }
    // Pages of ended links answer 4xx.
    const said = fixture.reader.complaints.slice(since).filter((text) => !/status of 4\d\d/.test(text));
    return [...found, ...(await fixture.reader.findBarriers()), ...said];
  }

  /** German has the longest words. In the default run the other languages share the states. */
  const locales = ['de', 'en', 'es', 'fr'];
  const sharing = drillSize({ short: locales.length - 1, long: 1 });

  test.each(locales.map((locale, turn) => [locale, turn] as const))(
    'in %s, in its states: one heading in the language, no barrier, no horizontal scrolling',
    async (locale, turn) => {
      const page = await fixture.open();
      const faults: Record<string, string[]> = {};
      const shared = Object.entries(states).filter((_, index) => index % sharing === turn % sharing);
      for (const [state, enter] of locale === 'de' ? Object.entries(states) : shared) {
        const since = fixture.reader.complaints.length;
        await page.context().clearCookies();
        await page.setExtraHTTPHeaders({});
        await enter(page, locale);
        const found = await findPageFaults(page, state, locale, since);
        if (found.length > 0) faults[state] = found;
      }
      expect(faults).toEqual({});
    },
  );
});
