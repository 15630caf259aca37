import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

const isFeed = (url: string): boolean => url.includes('/api/admin/events?');

/** Returns the purpose of a request. The number of requests for names depends on the company's events. */
function purposeOf(url: string): 'feed' | 'buildings' | 'names' | 'page' {
  if (isFeed(url)) return 'feed';
  if (url.includes('/readiness')) return 'buildings';
  return /[?&]ids=/.test(url) ? 'names' : 'page';
}

describe.skipIf(hasNoBrowser)('Today', () => {
  const fixture = useBrowser();

  /** Opens Today and waits for its list of events. */
  async function openToday(): Promise<Page> {
    const page = await signInToConsole(fixture);
    // An empty list has no size.
    await page.getByRole('region', { name: 'Latest events' }).waitFor({ state: 'attached' });
    return page;
  }

  /** Invites a person through the API, as a colleague would. */
  async function inviteMeanwhile(): Promise<string> {
    const property = await fixture.manager.createProperty(`Live ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 1');
    const email = `live.${randomUUID()}@example.test`;
    await fixture.manager.createInvite(unit.id, email);
    return email;
  }

  test('shows new events immediately, and freezes the list while it is being read', async () => {
    const page = await openToday();
    const feed = page.getByRole('region', { name: 'Latest events' });
    const first = await inviteMeanwhile();
    await feed.getByRole('link', { name: first }).first().waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    await feed.focus();
    const events = feed.locator('li > span:first-child');
    const before = await events.allTextContents();
    const second = await inviteMeanwhile();
    const fresh = page.getByRole('button', { name: /^\d+ new$/ });
    await fresh.waitFor();
    expect(await events.allTextContents()).toEqual(before);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await fresh.press('Enter');
    await feed.getByRole('link', { name: second }).first().waitFor();
    await feed.getByRole('link', { name: second }).first().press('Enter');
    await page.getByRole('dialog').getByText('Timeline').waitFor();
  });

  test('shows why there are no live events', async () => {
    const page = await signInToConsole(fixture, '/residents');
    const body = JSON.stringify({ code: 'forbidden', message: 'No access to events.' });
    await page.route('**/api/admin/events?*', (route) => route.fulfill({ status: 403, body }));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Today' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'No access to events.' });
    await expect.poll(() => alert.isVisible()).toBe(true);
  });

  test('lists a webhook endpoint while its deliveries fail', async () => {
    const description = `Failing ${randomUUID()}`;
    const body = { url: 'http://127.0.0.1:9/hooks', events: ['key.rotated'], description };
    const path = '/webhook-endpoints';
    type Answer = { webhookEndpoint: { id: string; failingSince: string | null } };
    const { id } = (await bodyOf(fixture.manager.call<Answer>(path, { body }), 201)).webhookEndpoint;
    const test = { body: { type: 'key.rotated' } };
    await bodyOf(fixture.manager.call(`${path}/${id}/test`, test), 202);
    const readFailing = async () =>
      (await bodyOf(fixture.manager.call<Answer>(`${path}/${id}`), 200)).webhookEndpoint.failingSince;
    await expect.poll(readFailing).not.toBeNull();
    const page = await openToday();
    await page.getByRole('heading', { name: 'Failing webhooks' }).scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: description }).waitFor();
    expect(await page.getByText('No endpoint fails now.').count()).toBe(0);
    await bodyOf(fixture.manager.call(`${path}/${id}`, { method: 'DELETE' }), 204);
  });

  test('refusals of the last 24 hours open the activity', async () => {
    const page = await openToday();
    await page.getByRole('link', { name: /^\d+ refused$/ }).press('Enter');
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    expect(page.url()).toMatch(/\/activity\?period=day&kind=ACCESS&result=FAILURE$/);
    expect(await page.getByLabel('Result').inputValue()).toBe('FAILURE');
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('sends few requests: one long poll for events, and none while the tab is hidden', async () => {
    const page = await openToday();
    await findFaults(fixture.reader);
    const isAsked = (url: string): boolean =>
      url.includes('/api/admin/') && !/auth\/(login|callback)/.test(url);
    const asked = fixture.reader.requests.filter(isAsked);
    const byPurpose = Object.groupBy(asked, purposeOf);
    // Ten, plus two for the offline doors of a company with more than 200 doors.
    expect(byPurpose.page?.length).toBeLessThanOrEqual(12);
    expect(byPurpose.buildings?.length ?? 0).toBeLessThanOrEqual(20);

    const polls = (): number => fixture.reader.requests.filter(isFeed).length;
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate(`
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
        document.dispatchEvent(new Event('visibilitychange'));
      `);
    await show('hidden');
    await inviteMeanwhile();
    // Events of other tests may have answered the poll already.
    await expect.poll(() => fixture.reader.ended.filter(isFeed).length).toBe(polls());
    const before = polls();
    const next = page.waitForRequest((request) => isFeed(request.url()));
    await show('visible');
    await next;
    expect(polls()).toBe(before + 1);
  });

  test('invites one person in three steps: a button, the form, Enter', async () => {
    const property = await fixture.manager.createProperty(`Steps ${randomUUID()}`);
    await fixture.manager.ensureUnit(property.id, 'Apt 3C');
    const page = await openToday();
    const email = `steps.${randomUUID()}@example.test`;
    const steps = [
      () => page.getByRole('button', { name: 'Invite resident' }).click(),
      async () => {
        const form = page.getByRole('dialog');
        await form.getByLabel('Building').selectOption(property.id);
        await form.getByLabel('Unit').fill('Apt 3C');
        await form.getByLabel('E-mail').fill(email);
      },
      () => page.keyboard.press('Enter'),
    ];
    for (const step of steps) await step();
    await page.getByText('Timeline').waitFor();
    expect(page.url()).toContain('/console/invites?open=inv_');
    expect(await page.getByRole('heading', { name: email }).count()).toBe(1);
  });
});
