import { describe, expect, test } from 'vitest';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('the safety of the console', () => {
  const fixture = useBrowser();

  test('no page may be framed, and its policy allows no other origin', async () => {
    const { consoleUrl } = fixture.system.local;
    for (const path of ['', '/invites', '/no-such-page']) {
      const { headers } = await fetch(consoleUrl + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('a frame of another origin cannot show it', async () => {
    const page = await fixture.open();
    await page.goto(fixture.system.local.mailboxUrl);
    await page.evaluate(`new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.onload = done;
      frame.src = ${JSON.stringify(fixture.system.local.consoleUrl)};
      document.body.append(frame);
    })`);
    const inside = page.frames().at(-1);
    expect(await inside?.locator('#app').count()).toBe(0);
  });

  test('a log-in redirects to no other site', async () => {
    const { gatewayUrl } = fixture.system.local;
    for (const returnTo of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
      const query = new URLSearchParams({ returnTo }).toString();
      const { status } = await fetch(`${gatewayUrl}/api/admin/auth/login?${query}`, { redirect: 'manual' });
      expect([returnTo, status]).toEqual([returnTo, 422]);
    }
  });

  test('no credential is in an address, in storage, or readable by a script', async () => {
    const page = await signInToConsole(fixture, '', { isAlone: true });
    await page.getByRole('region', { name: 'Latest events' }).waitFor();
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name.includes('pas_session'));
    const secret = session?.value ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(session).toMatchObject({ httpOnly: true });
    const readable = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])',
    );
    expect(String(readable)).not.toContain(secret);
    expect(fixture.reader.requests.filter((url) => url.includes(secret))).toEqual([]);
    const stored = await page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage))');
    const known = /^pas\.console\.(?:environment|returns|skipped-steps\.ten_\w+\.DEV)$/;
    expect((stored as string[]).filter((key) => !known.test(key))).toEqual([]);
    const logged = ['gateway', 'admin-1'].filter((name) => fixture.system.wholeLogOf(name).includes(secret));
    expect(logged).toEqual([]);
  });
});
