import { waitUntil } from '@pas/testing/wait-until';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { phone, pulsesOf, signInToPortal } from './sign-in-to-portal.ts';
import { findChromium } from './find-chromium.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

interface PushMessage {
  token: string;
  data: { kind: string; callId?: string; id: string };
  title: string;
  body: string;
}

const newPhone = (): string => `+1646${String(Math.floor(Math.random() * 8e6) + 2e6)}`;

describe.skipIf(hasNoBrowser)('a phone with the installed portal', () => {
  const fixture = useBrowser(findChromium);
  const sandbox = <Body>(path: string, body?: object): Promise<Body> =>
    bodyOf(call<Body>(fixture.system.local.sandboxUrl + path, { body }), body ? 201 : 200);

  /**
   * Subscribes at the sandbox, because the browser's own push service is not reachable from tests. Everything
   * else is the browser's own, including the worker.
   */
  async function subscribeAtSandbox(context: BrowserContext): Promise<string> {
    const { subscription } = await bodyOf(
      call<{ subscription: { endpoint: string } }>(`${fixture.system.local.sandboxUrl}/push/subscriptions`, {
        method: 'POST',
      }),
      201,
    );
    await context.addInitScript(
      `PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
        if (!applicationServerKey || !userVisibleOnly) throw new Error('not like this');
        return { toJSON: () => (${JSON.stringify(subscription)}) };
      }`,
    );
    return subscription.endpoint;
  }

  /** Watches the workers of a page. A push is delivered to their registration. */
  async function watchWorkers(
    page: Page,
  ): Promise<{ session: CDPSession; registration: () => Promise<string> }> {
    const session = await page.context().newCDPSession(page);
    let id: string | undefined;
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      id = registrations.find(({ scopeURL }) => scopeURL.endsWith('/portal/'))?.registrationId ?? id;
    });
    await session.send('ServiceWorker.enable');
    return {
      session,
      registration: () => waitUntil(() => id, { what: 'the registration of the worker' }),
    };
  }

  /** Adds a number to the unit that visitors can call. */
  async function addNumber(unitId: string): Promise<string> {
    const number = newPhone();
    const body = { number, provider: 'TELEPHONY_A', capabilities: ['VOICE'] };
    const made = fixture.manager.call<{ virtualNumber: { id: string } }>('/virtual-numbers', { body });
    const { virtualNumber } = await bodyOf(made, 201);
    await bodyOf(
      fixture.manager.call(`/virtual-numbers/${virtualNumber.id}/assign`, { body: { unitId } }),
      200,
    );
    return number;
  }

  /** Enters a new phone number, and the code of its text message. */
  async function provePhone(page: Page): Promise<void> {
    const number = newPhone();
    await page.getByRole('button', { name: 'Change phone number' }).click();
    await page.getByLabel('New phone number').fill(number);
    await page.getByRole('button', { name: 'Send code' }).click();
    const path = `/telephony/messages?to=${encodeURIComponent(number)}`;
    const code = await waitUntil(
      async () => {
        const { messages } = await sandbox<{ messages: { text: string }[] }>(path);
        return /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0];
      },
      { what: 'the code' },
    );
    await page.getByLabel('Six-digit code').fill(code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Change phone number' }).waitFor();
    await page.getByText(number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3')).waitFor();
  }

  const readPush = (token: string, kind: string): Promise<PushMessage> =>
    waitUntil(
      async () => {
        const path = `/push/messages?token=${encodeURIComponent(token)}`;
        const { messages } = await sandbox<{ messages: PushMessage[] }>(path);
        return messages.find(({ data }) => data.kind === kind);
      },
      { what: `the push of ${kind}` },
    );

  test('shows the caller, and its notification opens the doors; a door opens only by a press', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    const context = page.context();
    await context.grantPermissions(['notifications']);
    const token = await subscribeAtSandbox(context);
    await page.reload();
    const { session, registration } = await watchWorkers(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('This device notifies you when someone rings.').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await provePhone(page);

    // The worker caches neither answers of the API nor pages.
    expect(await page.evaluate('caches.keys()')).toEqual([]);
    const [worker] = context.serviceWorkers();
    expect(worker?.url()).toMatch(/\/portal\/worker\.js$/);

    const to = await addNumber(home.unitId);
    const from = newPhone();
    await sandbox('/telephony/calls', { provider: 'telephony-a', from, to, secondMs: 1000 });
    const { title, body, data } = await readPush(token, 'call');
    const origin = new URL(fixture.system.local.residentUrl).origin;
    const registrationId = await registration();
    const deliver = (sent: object): Promise<unknown> =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(sent),
      });
    await deliver({ ...data, title, body });
    const shown = `navigator.serviceWorker.getRegistration('/portal/').then((found) => found.getNotifications())
      .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`;
    const notification = { title, body, tag: data.id, data: { kind: 'call', callId: data.callId } };
    const expected = JSON.stringify([notification]);
    await waitUntil(async () => JSON.stringify(await page.evaluate(shown)) === expected, {
      what: 'the notification',
    });

    await worker?.evaluate(`self.registration.getNotifications().then(([notification]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
    await page.getByRole('heading', { name: /Someone’s at the door|Call ended/ }).waitFor();
    expect(new URL(page.url()).search).toBe(`?call=${data.callId ?? ''}`);
    expect(await pulsesOf(fixture, home.main)).toBe(0);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: /Main door/ }).click();
    await page.getByRole('button', { name: /Main door.*Opened/s }).waitFor();
    expect(await pulsesOf(fixture, home.main)).toBe(1);
  });

  test('removes this device on request and at the sign-out', async () => {
    const { page } = await signInToPortal(fixture, phone);
    await page.context().grantPermissions(['notifications']);
    await subscribeAtSandbox(page.context());
    await page.reload();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('This device notifies you when someone rings.').waitFor();
    await page.route(/\/devices\b/, (route) => route.abort());
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('alert').filter({ hasText: 'No answer from the service.' }).waitFor();
    await page.unroute(/\/devices\b/);
    await page.getByRole('button', { name: 'Remove: Browser' }).click();
    await page.getByText('No devices set up yet.').waitFor();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('This device notifies you when someone rings.').waitFor();
    const removed = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/devices/'),
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await removed).status()).toBe(204);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('can install the portal: name, icons, start page', async () => {
    const { residentUrl } = fixture.system.local;
    const page = await fixture.open(phone);
    await page.goto(residentUrl);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons, start_url: start } = JSON.parse(data ?? '{}') as {
      icons: { src: string }[];
      start_url: string;
    };
    expect(start).toBe('/portal');
    for (const { src } of icons) {
      const answer = await fetch(new URL(src, residentUrl));
      expect([src, answer.status, answer.headers.get('content-type')?.split('/')[0]]).toEqual([
        src,
        200,
        'image',
      ]);
    }
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });
});
