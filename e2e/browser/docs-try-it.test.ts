import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

interface DocsAnswer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, { id: string; name: string }>;
}

describe.skipIf(hasNoBrowser)('the API description in a browser', () => {
  const fixture = useBrowser();

  /** Opens the Admin API and authorizes its requests with a key. */
  async function openDescription(): Promise<Page> {
    const { gatewayUrl, apiKey } = fixture.system.local;
    const page = await fixture.open();
    // The viewer renders the whole description before it answers a click.
    await page.goto(`${gatewayUrl}/docs/api`);
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const dialog = page.locator('.auth-container', { hasText: 'apiKey' }).first();
    await dialog.locator('input').fill(apiKey);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.locator('#operations-tag-Properties').click();
    return page;
  }

  /** Opens an operation to try it. */
  async function tryOut(page: Page, operationId: string): Promise<Locator> {
    const operation = page.locator(`#operations-${operationId}`);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    return operation;
  }

  /** Reads the values that the fields of an operation have. */
  const valuesOf = async (operation: Locator): Promise<string[]> => {
    const fields = operation.locator('tr[data-param-name] input');
    return Promise.all((await fields.all()).map((field) => field.inputValue()));
  };

  async function execute(page: Page, operation: Locator, method: string): Promise<DocsAnswer> {
    const isOwn = (url: string): boolean => url.includes('/api/admin/');
    const [answer] = await Promise.all([
      page.waitForResponse((each) => isOwn(each.url()) && each.request().method() === method),
      operation.getByRole('button', { name: 'Execute', exact: true }).click(),
    ]);
    const headers = await answer.request().allHeaders();
    return { status: answer.status(), headers, body: (await answer.json()) as DocsAnswer['body'] };
  }

  test('“Try it out” lists, creates and changes a property with its fields as they are', async () => {
    const page = await openDescription();
    const list = await tryOut(page, 'Properties-listProperties');
    expect((await valuesOf(list)).filter((value) => value !== '')).toEqual([]);
    const listed = await execute(page, list, 'GET');
    expect(listed.status).toBe(200);
    expect(Object.keys(listed.headers)).not.toContain('x-correlation-id');

    const create = await tryOut(page, 'Properties-createProperty');
    expect((await valuesOf(create)).filter((value) => value !== '')).toEqual([]);
    const name = `Tried ${randomUUID()}`;
    const body = create.locator('textarea.body-param__text');
    await body.fill(JSON.stringify({ name, address: { country: 'US' } }));
    const created = await execute(page, create, 'POST');
    expect([created.status, created.body['property']?.name]).toEqual([201, name]);
    expect(Object.keys(created.headers)).not.toContain('idempotency-key');

    const change = await tryOut(page, 'Properties-updateProperty');
    await change.locator('tr[data-param-name="id"] input').fill(created.body['property']?.id ?? '');
    await change.locator('textarea.body-param__text').fill('{ "name": "Tried again" }');
    const changed = await execute(page, change, 'PATCH');
    expect([changed.status, changed.body['property']?.name]).toEqual([200, 'Tried again']);
  });
});
