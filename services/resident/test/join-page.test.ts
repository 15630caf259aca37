import { createHash } from 'node:crypto';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addTenant,
  newEmail,
  password,
  startResident,
  type TestInvite,
} from './resident-harness.ts';

const service = await startResident();

const open = async (token: string) => {
  const response = await service.send(`/join/${token}`);
  return { status: response.status, headers: response.headers, page: await response.text() };
};

const submit = async ({ token }: TestInvite, fields: Record<string, string>, headers = {}) => {
  const body = new URLSearchParams(fields);
  const response = await service.send(`/join/${token}`, { method: 'POST', body, headers });
  return { status: response.status, headers: response.headers, page: await response.text() };
};

const person = { firstName: 'Jordan', lastName: 'Lee', password };
const storedInvite = async ({ _id, tenantId }: TestInvite) => InviteModel.findOne({ _id, tenantId }).lean();

describe('200', () => {
  test('the page names the home, masks the contacts and accepts nothing', async () => {
    const invite = await addInvite(await addHome(), {
      inviteeEmail: 'jordan@example.test',
      inviteePhone: '+12025550123',
      deliveries: [],
    });

    const { status, headers, page } = await open(invite.token);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const shown of ['Maple Court', 'Apt 4B', 'j•••@example.test', '••• 23'])
      expect(page).toContain(shown);
    for (const hidden of ['jordan@example.test', '2025550123']) expect(page).not.toContain(hidden);
    expect((await storedInvite(invite))?.status).toBe('PENDING');
  });

  test('the page works without scripts and with assistive technology', async () => {
    const { page } = await open((await addInvite(await addHome())).token);

    expect(page).toContain('<html lang="en" dir="ltr">');
    expect(page).not.toContain('<script');
    expect(page.match(/<h1>/g)).toHaveLength(1);
    for (const name of ['firstName', 'lastName', 'email', 'phone', 'password']) {
      expect(page).toContain(`<label for="${name}">`);
      expect(page).toMatch(new RegExp(`<input[^>]* id="${name}"[^>]* autocomplete="`));
    }
  });

  test('headers keep the address from caches, other sites and searches, and block foreign content', async () => {
    const { headers } = await open((await addInvite(await addHome())).token);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'/,
    );
  });

  test('the content security policy matches the page’s style exactly', async () => {
    const { headers, page } = await open((await addInvite(await addHome())).token);
    const [, style = ''] = /<style>(.+?)<\/style>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
  });

  test('a completed form makes the person a resident, and the page shows the next step', async () => {
    const home = await addHome();
    const email = newEmail();
    const invite = await addInvite(home, { inviteeEmail: email });

    const { status, page } = await submit(invite, { ...person, email: '' });

    expect(status).toBe(200);
    expect(page).toContain('Welcome, Jordan');
    expect(page).toContain('sign in with your e-mail');
    expect((await storedInvite(invite))?.status).toBe('ACCEPTED');
    const login = await service.call('POST', '/api/v1/auth/login', { body: { email, password } });
    expect(login.status).toBe(200);
  });

  test('input of people and property managers is escaped', async () => {
    const home = await addHome();
    const name = '<script>alert("1")</script> & \'Sons\'';
    const { page } = await submit(await addInvite(home, { inviteeEmail: newEmail() }), {
      ...person,
      firstName: name,
    });
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;');
    expect(page).not.toContain('<script>');
  });
});

/** Headers of the gateway for a request over TLS. */
const throughTls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.test' };

describe('403', () => {
  test.each([
    [{ origin: 'https://elsewhere.test' }],
    [{ origin: 'http://portal.test', ...throughTls }],
    [{ origin: 'https://portal.test:8443', ...throughTls }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('a form from another site is refused: %j', async (headers) => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const { status } = await submit(invite, person, headers);
    expect(status).toBe(403);
    expect((await storedInvite(invite))?.status).toBe('PENDING');
  });

  test.each([
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'https://portal.test', ...throughTls }],
    [{ origin: 'https://portal.test', ...throughTls, 'x-forwarded-host': 'Portal.test:443' }],
  ])('a form from the page itself is accepted with a browser’s headers: %j', async (headers) => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    expect((await submit(invite, person, headers)).status).toBe(200);
  });

  test('a suspended tenant has a page of its own instead of the form', async () => {
    const invite = await addInvite(await addHome(await addTenant('SUSPENDED')), { inviteeEmail: newEmail() });
    for (const { status, page } of [await open(invite.token), await submit(invite, person)]) {
      expect(status).toBe(403);
      expect(page).toContain('<title>This service is suspended</title>');
      expect(page).not.toContain('<form');
    }
  });
});

describe('404, 405 and 410', () => {
  test.each(['A'.repeat(43), 'nonsense', ''])(
    'the link %s is unknown, and the page states the remedy',
    async (token) => {
      const { status, headers, page } = await open(token);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toContain('text/html');
      expect(page).toContain('ask your property manager');
    },
  );

  test.each([
    ['has been used', { status: 'ACCEPTED' as const }],
    ['has expired', { expiresAt: new Date(Date.now() - 1000) }],
    ['is no longer valid', { status: 'EXPIRED' as const, expiredReason: 'REVOKED' as const }],
    ['has been replaced', { status: 'EXPIRED' as const, expiredReason: 'SUPERSEDED' as const }],
  ])('an invite that %s has a page of its own, for GET and POST', async (words, fields) => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail(), ...fields });
    for (const { status, page } of [await open(invite.token), await submit(invite, person)]) {
      expect(status).toBe(410);
      expect(page).toContain(`This invite ${words}`);
    }
  });

  test('other methods are named', async () => {
    const response = await service.send(`/join/${'A'.repeat(43)}`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });
});

describe('422', () => {
  test('each problem is shown beside its field, and valid input is kept', async () => {
    const invite = await addInvite(await addHome());

    const { status, page } = await submit(invite, {
      firstName: 'Jordan',
      email: 'nobody',
      password: 'short',
    });

    expect(status).toBe(422);
    expect(page).toContain('<title>Error: Join Maple Court, Apt 4B</title>');
    expect(page).toMatch(/id="firstName"[^>]* value="Jordan"/);
    expect(page).not.toMatch(/id="firstName"[^>]* aria-invalid/);
    for (const [name, problem] of [
      ['lastName', 'Enter your last name.'],
      ['email', 'Enter the whole e-mail address, such as name@example.com.'],
      ['password', 'Use at least 10 characters.'],
    ] as const) {
      expect(page).toContain(`<a href="#${name}">${problem}</a>`);
      expect(page).toContain(`id="${name}-error">${problem}</p>`);
      expect(page).toMatch(
        new RegExp(`id="${name}"[^>]* aria-describedby="[^"]*${name}-error"[^>]* aria-invalid="true"`),
      );
    }
    expect(page.match(/autofocus/g)).toHaveLength(1);
    expect(page).toMatch(/id="lastName"[^>]* autofocus/);
    expect(page).not.toContain('short');
  });

  test('an invite without an e-mail requires one', async () => {
    const invite = await addInvite(await addHome());
    const { status, page } = await submit(invite, person);
    expect(status).toBe(422);
    expect(page).toContain('Enter your e-mail');
  });

  test('an e-mail with an account requires that account’s password', async () => {
    const { email } = await addResident(service);
    const home = await addHome();
    const invite = await addInvite(home, { inviteeEmail: email });

    const { status, page } = await submit(invite, { ...person, password: 'another password' });

    expect(status).toBe(422);
    expect(page).toContain('id="password-error">There is an account with this e-mail already.');
    expect(page).toContain('<a href="/reset">Forgot your password? Set a new one.</a>');
    expect((await submit(invite, person)).status).toBe(200);
    expect(await UserModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
  });

  test.each([
    ['415: one in a charset that no browser sends', 415, 'a=b', '; charset=utf-16'],
    ['413: one of more fields than the page has', 413, 'a=b&'.repeat(50), ''],
    ['413: one that is longer than anybody types', 413, `a=${'x'.repeat(20_000)}`, ''],
  ])('%s', async (_name, wanted, body, charset) => {
    const { token } = await addInvite(await addHome());
    const headers = { 'content-type': `application/x-www-form-urlencoded${charset}` };
    const response = await service.send(`/join/${token}`, { method: 'POST', body, headers });
    expect(response.status).toBe(wanted);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('415: a body of another content type', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const response = await service.send(`/join/${invite.token}`, {
      method: 'POST',
      body: JSON.stringify(person),
      headers: { accept: 'text/html', 'content-type': 'application/json' },
    });
    expect(response.status).toBe(415);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});
