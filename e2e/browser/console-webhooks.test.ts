import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

interface Endpoint {
  id: string;
  url: string;
  events: string[];
  propertyIds: string[] | null;
}

describe.skipIf(hasNoBrowser)('a webhook endpoint in the console', () => {
  const fixture = useBrowser();
  const path = '/webhook-endpoints';
  let property: { id: string; name: string };
  let id: string;

  const read = async (): Promise<Endpoint> =>
    (await bodyOf(fixture.manager.call<{ webhookEndpoint: Endpoint }>(`${path}/${id}`), 200)).webhookEndpoint;

  /** Creates an endpoint that answers 404, for the invites of a new building. */
  beforeEach(async () => {
    const name = `Hooks ${randomUUID()}`;
    property = { ...(await fixture.manager.createProperty(name)), name };
    const body = {
      url: `${fixture.system.local.gatewayUrl}/nowhere`,
      events: ['invite.created'],
      propertyIds: [property.id],
      description: name,
    };
    const made = fixture.manager.call<{ webhookEndpoint: Endpoint }>(path, { body });
    id = (await bodyOf(made, 201)).webhookEndpoint.id;
  });
  afterEach(async () => {
    await bodyOf(fixture.manager.call(`${path}/${id}`, { method: 'DELETE' }), 204);
  });

  test('shows how much it missed while it was paused, sends that, and shows each request', async () => {
    const pause = { method: 'PATCH', body: { status: 'PAUSED' } } as const;
    await bodyOf(fixture.manager.call(`${path}/${id}`, pause), 200);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 1');
    const email = `missed.${randomUUID()}@example.test`;
    await fixture.manager.createInvite(unit.id, email);
    const missed = () => fixture.manager.call<{ missed: { count: number } }>(`${path}/${id}/missed`);
    await expect.poll(async () => (await bodyOf(missed(), 200)).missed.count).toBe(1);

    const page = await signInToConsole(fixture, `/webhooks?open=${id}`);
    const drawer = page.getByRole('dialog', { name: property.name });
    await drawer.getByText('Activate the endpoint to send them.').waitFor();
    await drawer.getByRole('button', { name: 'Activate' }).press('Enter');
    await drawer.getByRole('button', { name: 'Send missed events' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Send 1 missed event?' });
    expect(await findFaults(fixture.reader)).toEqual([]);
    await question.getByRole('button', { name: 'Send missed events' }).press('Enter');
    await drawer.getByText('1 missed event').waitFor({ state: 'detached' });

    await drawer.getByRole('tab', { name: 'Attempts' }).click();
    await drawer.getByRole('row', { name: /404/ }).first().press('Enter');
    const attempt = page.getByRole('dialog', { name: 'Invite created, attempt 1' });
    expect(await attempt.getByLabel('Request headers', { exact: true }).textContent()).toContain(
      'webhook-id: ',
    );
    expect(await attempt.getByLabel('Request body', { exact: true }).textContent()).toContain(email);
    const answer = attempt.getByLabel('Response body', { exact: true });
    expect(await answer.textContent()).toContain('"status": 404');
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('gets another address, other events and all buildings', async () => {
    const page = await signInToConsole(fixture, `/webhooks?open=${id}`);
    const drawer = page.getByRole('dialog', { name: property.name });
    await drawer.getByRole('tab', { name: 'Change' }).click();
    await drawer.getByLabel('Address').fill('http://127.0.0.1:9/other');
    await drawer.getByLabel('Door opened').check();
    await drawer.getByText(property.name, { exact: true }).first().waitFor();
    await drawer.getByRole('combobox', { name: 'Buildings' }).press('Backspace');
    expect(await findFaults(fixture.reader)).toEqual([]);
    await drawer.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Endpoint saved.').waitFor();
    expect(await read()).toMatchObject({
      url: 'http://127.0.0.1:9/other',
      events: ['door.opened', 'invite.created'],
      propertyIds: null,
    });
  });
});
