import { expect, test } from 'vitest';
import { addHome, addInvite, addTenant, newEmail, startResident } from './resident-harness.ts';

const service = await startResident();

/** Opens a link in a browser of a language and submits the form. Returns both pages. */
async function pagesOf(token: string, browser: string): Promise<string[]> {
  const headers = { 'Accept-Language': browser };
  const opened = await service.send(`/join/${token}`, { headers });
  const body = new URLSearchParams({ firstName: 'Jordan' });
  const sent = await service.send(`/join/${token}`, { method: 'POST', body, headers });
  return Promise.all([opened.text(), sent.text()]);
}

const expiredAt = (): Date => new Date(Date.now() - 1000);

test('the page uses the language of the invite, not of the browser', async () => {
  const { token } = await addInvite(await addHome(), { locale: 'es-MX' });
  for (const page of await pagesOf(token, 'de')) expect(page).toContain('<html lang="es" dir="ltr">');
});

test.each([
  ['es-MX', 'de', 'Esta invitación ha caducado'],
  [null, 'de', 'Diese Einladung ist abgelaufen'],
])('an expired invite of locale %s in a browser of %s shows “%s”', async (locale, browser, title) => {
  const invite = { inviteeEmail: newEmail(), expiresAt: expiredAt(), locale };
  const { token } = await addInvite(await addHome(), invite);
  for (const page of await pagesOf(token, browser)) expect(page).toContain(`<title>${title}</title>`);
});

test('the page of a suspended tenant uses the language of the invite', async () => {
  const home = await addHome(await addTenant('SUSPENDED'));
  const { token } = await addInvite(home, { inviteeEmail: newEmail(), locale: 'fr' });
  for (const page of await pagesOf(token, 'de')) expect(page).toContain('<html lang="fr" dir="ltr">');
});

test('the request for a new link uses the language of the invite', async () => {
  const { token } = await addInvite(await addHome(), { expiresAt: expiredAt(), locale: 'es' });
  const headers = { 'Accept-Language': 'de' };
  const body = new URLSearchParams();
  const answer = await service.send(`/join/${token}/renewal`, { method: 'POST', body, headers });
  expect([answer.status, (await answer.text()).includes('<html lang="es" dir="ltr">')]).toEqual([200, true]);
});

test('a request whose Accept prefers JSON gets the invite, or the problem, as JSON', async () => {
  const { token } = await addInvite(await addHome());
  const headers = { accept: 'application/json' };
  const { status, body } = await service.call('GET', `/join/${token}`, { headers });
  expect([status, body]).toMatchObject([200, { invite: { status: 'PENDING', propertyName: 'Maple Court' } }]);
  const unknown = await service.call('GET', `/join/${'x'.repeat(43)}`, { headers });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
