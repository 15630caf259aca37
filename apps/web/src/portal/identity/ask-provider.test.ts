import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { finishJourney, startJourney } from './ask-provider.ts';

const issuer = 'https://identity.test';
const origin = 'https://portal.test';
const provider = { issuer, clientId: 'portal' };
const departure = { origin, returnTo: '/portal', isAnew: false };

const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  authorization_response_iss_parameter_supported: true,
};

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The signature is not valid: the service verifies it, not the page. */
function idToken(claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: issuer, aud: 'portal', sub: 'p', iat: now, exp: now + 60, ...claims };
  return `${encode({ alg: 'RS256' })}.${encode(payload)}.c2ln`;
}

interface SentRequest {
  url: string;
  body: string;
}

/** Stubs a provider on the network: it answers discovery, and each code by `redeem`. */
function connect(redeem: () => Response): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = init.body instanceof URLSearchParams ? init.body.toString() : '';
    sent.push({ url, body });
    return url.endsWith('openid-configuration') ? Response.json(discovery) : redeem();
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

const tokens = (claims: object) =>
  Response.json({ access_token: 'a', token_type: 'Bearer', id_token: idToken(claims) });

/** A body whose connection breaks after its first bytes. */
const brokenBody = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      controller.error(new TypeError('The connection broke.'));
    },
  });

const answerTo = (state: string, more: Record<string, string> = { code: 'c' }) =>
  new URLSearchParams({ state, iss: issuer, ...more });

describe('startJourney', () => {
  test('requests a code by PKCE with a new state and nonce, and without a secret in the address', async () => {
    connect(() => Response.error());
    const [first, second] = await Promise.all([
      startJourney(provider, departure),
      startJourney(provider, { ...departure, isAnew: true }),
    ]);
    const { journey } = first;
    const { searchParams, pathname } = new URL(first.address);
    expect(pathname).toBe('/auth');
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${origin}/portal/identity`,
      state: journey.state,
      nonce: journey.nonce,
      code_challenge: createHash('sha256').update(journey.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(first.address).not.toContain(journey.verifier);
    expect(new URL(second.address).searchParams.get('prompt')).toBe('login');
    expect(second.journey.state).not.toBe(journey.state);
  });

  test('rejects when the provider is unavailable', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(startJourney(provider, departure)).rejects.toMatchObject({ code: 'identity_unavailable' });
  });
});

describe('finishJourney', () => {
  const journey = { verifier: 'v'.repeat(43), state: 'state-1', nonce: 'nonce-1', returnTo: '/portal' };

  test('redeems the code with the verifier and without a secret', async () => {
    const issued = idToken({ nonce: 'nonce-1' });
    const sent = connect(() => Response.json({ access_token: 'a', token_type: 'Bearer', id_token: issued }));
    const token = await finishJourney(provider, { parameters: answerTo('state-1'), journey }, origin);
    expect(token).toBe(issued);
    expect(Object.fromEntries(new URLSearchParams(sent.at(-1)?.body))).toEqual({
      grant_type: 'authorization_code',
      client_id: 'portal',
      code: 'c',
      code_verifier: journey.verifier,
      redirect_uri: `${origin}/portal/identity`,
    });
  });

  test.each([
    ['another state', answerTo('state-2'), 'identity_unasked'],
    ['another provider', answerTo('state-1', { code: 'c', iss: 'https://evil.test' }), 'identity_unasked'],
    ['a cancelled sign-in', answerTo('state-1', { error: 'access_denied' }), 'identity_canceled'],
    ['a provider error', answerTo('state-1', { error: 'server_error' }), 'identity_unavailable'],
    ['another refusal', answerTo('state-1', { error: 'invalid_scope' }), 'identity_refused'],
  ])('redeems nothing for %s', async (_what, parameters, code) => {
    const sent = connect(() => tokens({ nonce: 'nonce-1' }));
    const finished = finishJourney(provider, { parameters, journey }, origin);
    await expect(finished).rejects.toMatchObject({ code });
    expect(sent.filter(({ url }) => url.endsWith('/token'))).toEqual([]);
  });

  test('accepts a token that has expired by the clock of this device', async () => {
    const ended = { nonce: 'nonce-1', exp: Math.floor(Date.now() / 1000) - 3600 };
    connect(() => tokens(ended));
    const finished = finishJourney(provider, { parameters: answerTo('state-1'), journey }, origin);
    expect(await finished).toContain('.c2ln');
  });

  test('refuses an answer without a journey of this tab before any request', async () => {
    const sent = connect(() => tokens({}));
    const finished = finishJourney(provider, { parameters: answerTo('state-1'), journey: null }, origin);
    await expect(finished).rejects.toMatchObject({ code: 'identity_unasked' });
    expect(sent).toEqual([]);
  });

  test.each([
    ['a token of another journey', () => tokens({ nonce: 'nonce-2' }), 'identity_refused'],
    ['a token for another client', () => tokens({ nonce: 'nonce-1', aud: 'other' }), 'identity_refused'],
    ['a used code', () => Response.json({ error: 'invalid_grant' }, { status: 400 }), 'identity_refused'],
    ['too many requests', () => new Response('', { status: 429 }), 'identity_unavailable'],
    ['a connection that breaks', () => new Response(brokenBody()), 'identity_unavailable'],
    ['a fault of the provider', () => new Response('', { status: 502 }), 'identity_unavailable'],
  ])('refuses %s', async (_what, redeem, code) => {
    connect(redeem);
    const finished = finishJourney(provider, { parameters: answerTo('state-1'), journey }, origin);
    await expect(finished).rejects.toMatchObject({ code });
  });
});
