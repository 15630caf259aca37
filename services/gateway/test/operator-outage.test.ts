import { describe, expect, test } from 'vitest';
import { newBrowser } from './support/browser.ts';
import { problemOf, type Answer } from './support/http-call.ts';
import { useOperatorGateway } from './support/operator-gateway.ts';

const operators = await useOperatorGateway();

const codeOf = (answer: Answer): string => `${answer.status} ${problemOf(answer).code}`;

describe('an unavailable provider', () => {
  test('503 identity_unavailable for log-ins after a start without it; sessions still work', async () => {
    const browser = await operators.logIn();
    operators.provider.breakDown(true);
    const replica = await operators.gateway.addReplica(operators.settings);
    const at = `http://127.0.0.1:${replica.port}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => newBrowser().send(`${at}/api/admin/auth/login`)),
    );
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['503 identity_unavailable']));
    expect(answers[0]?.headers['retry-after']).toBe('5');
    expect((await browser.send(`${at}/api/admin/units`)).status).toBe(200);
    await replica.stop();
    operators.provider.breakDown(false);
  });

  test('503 at the callback, which can be repeated', async () => {
    const browser = newBrowser();
    const callback = await operators.goToCallback(browser);
    operators.provider.breakDown(true);
    expect((await browser.send(callback)).status).toBe(503);
    operators.provider.breakDown(false);
    expect((await browser.send(callback)).status).toBe(302);
  });
});

test('a gateway without a provider answers 404 for all paths, and ignores cookies', async () => {
  const browser = await operators.logIn();
  const replica = await operators.gateway.addReplica({
    ...operators.settings,
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: '',
    OIDC_CLIENT_SECRET: '',
  });
  const at = `http://127.0.0.1:${replica.port}`;
  for (const path of ['login', 'session', 'sessions', 'sessions/ops_1', '']) {
    expect(codeOf(await browser.send(`${at}/api/admin/auth/${path}`))).toBe('404 path_not_found');
  }
  expect(codeOf(await browser.send(`${at}/api/admin/units`))).toBe('401 credentials_missing');
  await replica.stop();
});
