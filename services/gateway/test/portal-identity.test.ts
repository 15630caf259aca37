import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type Answer } from './support/http-call.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

describe('a portal whose residents sign in at an identity provider', () => {
  let gateway: RunningGateway;
  const built = mkdtempSync(join(tmpdir(), 'web-'));

  beforeAll(async () => {
    for (const name of ['console', 'portal']) {
      mkdirSync(join(built, name), { recursive: true });
      writeFileSync(join(built, name, 'index.html'), '<head></head><p nonce="__NONCE__">');
    }
    gateway = await runGateway({
      WEB_DIR: built,
      PORTAL_IDENTITY_ISSUER: 'https://identity.test/tenant',
      PORTAL_IDENTITY_CLIENT_ID: '"><script>$&',
    });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(built, { recursive: true });
  });

  const policyOf = ({ headers }: Answer): string => String(headers['content-security-policy']);

  test('names the provider and the client, and may call the origin of the provider', async () => {
    for (const path of ['/portal', '/portal/identity?code=c&state=s']) {
      const answer = await call(gateway.port, path);
      expect(answer.text).toContain('<meta name="identity-issuer" content="https://identity.test/tenant" />');
      expect(answer.text).toContain(
        'name="identity-client" content="&quot;&gt;&lt;script&gt;$&amp;" /></head>',
      );
      expect(policyOf(answer)).toContain("connect-src 'self' https://identity.test;");
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    }
  });

  test('does not change the console', async () => {
    const answer = await call(gateway.port, '/console');
    expect(answer.text).not.toContain('identity');
    expect(policyOf(answer)).toContain("connect-src 'self';");
  });
});
