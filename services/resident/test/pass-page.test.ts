import { weekdays } from '@pas/shared/access/pass-window';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { PropertyModel } from '@pas/shared/models/property';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel } from '@pas/shared/models/user';
import { residenceIn, testPasses, userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { eventsOf, inHours, usesOf, startPasses } from './pass-support.ts';

const { handOut, open, page, show } = await startPasses();
const typeOf = async (path: string, accept: string) =>
  (await page(path, { headers: { accept } })).headers.get('content-type');

test.each([
  ['', 'text/html'],
  ['*/*', 'text/html'],
  ['text/*', 'text/html'],
  ['application/json;q=0.5, text/html', 'text/html'],
  ['application/json, text/plain, */*', 'json'],
])('a request with Accept “%s” gets %s, for the pass and for a failure', async (accept, type) => {
  const { token } = await handOut();
  expect(await typeOf(`/pass/${token}`, accept)).toContain(type);
  expect(await typeOf(`/pass/${'x'.repeat(43)}`, accept)).toContain(type);
});

describe('GET /pass/<token>', () => {
  test('a browser gets property, times, PIN and doors, with headers against caches, referrers and indexing', async () => {
    const { home, pass, token, main } = await handOut({ timeFrom: '00:00', timeTo: '23:59', weekdays: [] });
    await PropertyModel.updateOne(
      { _id: home.propertyId, tenantId: home.tenantId },
      { $set: { timeZone: 'America/New_York' } },
    );
    await AccessPassModel.updateOne(
      { _id: pass._id, tenantId: pass.tenantId },
      { $set: { startsAt: new Date('2026-06-05T04:00:00Z'), timeFrom: null, timeTo: null } },
    );
    const { status, headers, html } = await page(`/pass/${token}`);
    expect(status).toBe(200);
    const pin = testPasses.pinOf(pass);
    for (const text of ['Your pass for Maple Court', '1 Maple St', 'For Sam.', 'Jun 5, 2026, 12:00 AM'])
      expect(html).toContain(text);
    expect(html).toContain(`${pin.slice(0, 3)} ${pin.slice(3)}`);
    expect(html).toContain('Open Main door');
    expect(html).toContain(`value="${main._id}"`);
    expect(html).not.toContain('<script');
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(await usesOf(pass)).toBe(0);
  });

  test('the page of a pass shows the colour of the company', async () => {
    const { home, token } = await handOut();
    const branding = { name: null, accent: '#0b6e4f' };
    await TenantModel.updateOne({ _id: home.tenantId }, { $set: { 'settings.branding': branding } });
    const style = async () => /:root\{--company:[^}]+\}/.exec((await page(`/pass/${token}`)).html)?.[0];
    expect(await waitUntil(style, { what: 'the tenant to be read again' })).toBe(':root{--company:#0b6e4f}');
  });

  test('a pass with all seven days shows “every day”', async () => {
    const { token } = await handOut({ timeFrom: '00:00', timeTo: '23:59', weekdays: [...weekdays] });
    const { html } = await page(`/pass/${token}`);
    expect(html).toContain('Every day, 12:00 AM to 11:59 PM.');
    expect(html).not.toContain('Monday');
  });

  test('a program gets JSON without ids of people', async () => {
    const { pass, token, main, gate } = await handOut({ maxUses: 3, uses: 1 });
    const { status, body, headers } = await show(token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body.pass).toMatchObject({
      propertyName: 'Maple Court',
      timeZone: 'UTC',
      isWithinTimes: true,
      pin: testPasses.pinOf(pass),
      usesLeft: 2,
      accessPoints: [
        { id: main._id, name: 'Main door' },
        { id: gate._id, kind: 'GATE' },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/user_|ten_/);
  });

  test('a pass outside its times shows neither PIN nor button', async () => {
    const { pass, token } = await handOut({ startsAt: inHours(1) });
    expect((await show(token)).body.pass).toMatchObject({ pin: null, isWithinTimes: false });
    const { html } = await page(`/pass/${token}`, { headers: { 'accept-language': 'de' } });
    const pin = testPasses.pinOf(pass);
    expect(html).toContain('Der Gästepass öffnet gerade keine Tür.');
    expect(html).not.toContain(`${pin.slice(0, 3)} ${pin.slice(3)}`);
    expect(html).not.toContain('<form');
  });

  test('a pass after its last use shows no PIN', async () => {
    const { pass, token } = await handOut({ maxUses: 1, uses: 1 });
    expect((await show(token)).body.pass).toMatchObject({ pin: null, isWithinTimes: true, usesLeft: 0 });
    const { html } = await page(`/pass/${token}`);
    const pin = testPasses.pinOf(pass);
    expect(html).not.toContain(`${pin.slice(0, 3)} ${pin.slice(3)}`);
  });

  test.each<[string, Partial<AccessPassRow>, string]>([
    ['pass_expired', { startsAt: inHours(-2), endsAt: inHours(-1) }, 'This pass has ended'],
    ['pass_revoked', { isLive: false, deletedAt: new Date() }, 'This pass has been revoked'],
  ])('410 %s, and the page states the remedy', async (code, fields, title) => {
    const { token } = await handOut(fields);
    expect(await show(token)).toMatchObject({ status: 410, body: { code } });
    const { status, html } = await page(`/pass/${token}`);
    expect([status, html.includes(`<title>${title}</title>`)]).toEqual([410, true]);
    expect(html).toContain('Ask the person who sent it to you');
  });

  test('404 for an invalid token, with a page for a browser', async () => {
    for (const token of ['x', 'T'.repeat(43)]) {
      expect((await show(token)).status).toBe(404);
      expect((await page(`/pass/${token}`)).html).toContain('We don’t know this pass');
    }
  });

  test('410 host_not_admitted after its resident moves out', async () => {
    const { home, pass, token, main } = await handOut();
    const residence = residenceIn({ id: home.unitId, propertyId: home.propertyId });
    const host = userRow(home.tenantId, { residences: [residence] });
    await UserModel.insertMany([host]);
    const key = { _id: pass._id, tenantId: pass.tenantId };
    await AccessPassModel.updateOne(key, { $set: { createdBy: { type: 'RESIDENT', id: host._id } } });
    expect((await show(token)).status).toBe(200);
    const residences = [{ ...residence, endsAt: new Date() }];
    await UserModel.updateOne({ _id: host._id, tenantId: home.tenantId }, { $set: { residences } });
    for (const answer of [await show(token), await open(token, main._id)])
      expect(answer).toMatchObject({ status: 410, body: { code: 'host_not_admitted' } });
    expect(await eventsOf(pass)).toMatchObject([{ decision: 'DENIED', reason: 'host_not_admitted' }]);
  });
});
