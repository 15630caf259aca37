import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto';
import { exportJWK, exportSPKI } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addTenant } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';
import { signIn } from './support/sign-in.ts';
import { startStaffProvider, type StaffProvider } from './support/staff-provider.ts';

let gateway: RunningGateway;
let provider: StaffProvider;
let flat: StaffProvider;
let tenantId: string;

const organization = (id: string) => ({ o: { id, rol: 'OWNER' } });

beforeAll(async () => {
  provider = await startStaffProvider({ organizationPrefix: 'a:' });
  flat = await startStaffProvider({ organizationPrefix: 'b:' });
  gateway = await runGateway({
    STAFF_ISSUERS: JSON.stringify([provider.config, flat.config]),
  });
  tenantId = (await addTenant({ organizationId: 'a:org_1' }))._id;
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([provider.goAway(), flat.goAway()]);
});

const get = (token: string, path = '/api/admin/units', from?: string): Promise<Answer> =>
  call(gateway.port, path, { headers: { authorization: `Bearer ${token}` }, ...(from && { from }) });
const codeOf = (answer: Answer): string => `${answer.status} ${problemOf(answer).code}`;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The claims of a valid token under another header, with another signature. */
async function forge(header: object, key: KeyObject = stranger.privateKey): Promise<string> {
  const [, payload = ''] = (await provider.sign(organization('org_1'))).split('.');
  const input = `${encode({ alg: 'RS256', kid: provider.kid, typ: 'JWT', ...header })}.${payload}`;
  return `${input}.${signBytes('sha256', Buffer.from(input), key).toString('base64url')}`;
}

async function forgeHmac(alg: 'HS256' | 'HS512', form: 'spki' | 'jwk'): Promise<string> {
  const jwk = await exportJWK(provider.privateKey);
  const publicKey = createPublicKey({ key: { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' }, format: 'jwk' });
  const secret = form === 'spki' ? await exportSPKI(publicKey) : JSON.stringify(jwk.n);
  const [, payload = ''] = (await provider.sign(organization('org_1'))).split('.');
  const input = `${encode({ alg, kid: provider.kid, typ: 'JWT' })}.${payload}`;
  return `${input}.${createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url')}`;
}

async function unsigned(alg: string): Promise<string> {
  const [, payload = ''] = (await provider.sign(organization('org_1'))).split('.');
  return `${encode({ alg, typ: 'JWT' })}.${payload}.`;
}

describe('401 token_invalid, without fetching a URL of the token, for', () => {
  const own = stranger.publicKey.export({ format: 'jwk' });
  const attacks: [string, () => Promise<string>][] = [
    ['no algorithm', () => unsigned('none')],
    ['no algorithm in another case', () => unsigned('nOnE')],
    ['the public key (PEM) as a secret', () => forgeHmac('HS256', 'spki')],
    ['the public key (JWK) as a secret', () => forgeHmac('HS512', 'jwk')],
    ['a stranger’s key', () => forge({})],
    ['a stranger’s key in the token', () => forge({ jwk: own })],
    ['a stranger’s key set', () => forge({ jku: `${flat.issuer}/stranger` })],
    ['a stranger’s certificate', () => forge({ x5u: `${flat.issuer}/stranger` })],
    ['an unknown key id', () => forge({ kid: 'unknown' })],
    ['a key id that is a path', () => forge({ kid: '../../etc/passwd' })],
    ['a key id that is a list', () => forge({ kid: [provider.kid] })],
    ['the key id of the other provider', () => forge({ kid: flat.kid })],
    [
      'a critical header',
      () =>
        provider
          .sign(organization('org_1'), { crit: ['exp'], exp: 1 })
          .catch(() => forge({ crit: ['exp'], exp: 1 })),
    ],
    ['an ID token', () => provider.sign({ ...organization('org_1'), aud: 'operator-dashboard' })],
    ['no audience', () => provider.sign({ ...organization('org_1'), aud: undefined })],
    ['another party', () => provider.sign({ ...organization('org_1'), azp: 'http://portal.test' })],
    ['no party', () => provider.sign({ ...organization('org_1'), azp: undefined })],
    ['a list of parties', () => provider.sign({ ...organization('org_1'), azp: ['operator-dashboard'] })],
    ['a logout token', () => provider.sign(organization('org_1'), { typ: 'logout+jwt' })],
    ['an assertion’s type', () => provider.sign(organization('org_1'), { typ: 'pas-assertion+jwt' })],
    ['no end', () => provider.sign({ ...organization('org_1'), exp: undefined })],
    [
      'a time that has not come',
      () => provider.sign({ ...organization('org_1'), nbf: Math.floor(Date.now() / 1000) + 60 }),
    ],
    ['no subject', () => provider.sign({ ...organization('org_1'), sub: undefined })],
    ['the other provider’s name', () => provider.sign({ ...organization('org_1'), iss: flat.issuer })],
    [
      'the name of no provider',
      () => provider.sign({ ...organization('org_1'), iss: 'http://stranger.test' }),
    ],
    ['the name with a slash', () => provider.sign({ ...organization('org_1'), iss: `${provider.issuer}/` })],
  ];
  test.each(attacks)('%s', async (_what, make) => {
    expect(codeOf(await get(await make()))).toBe('401 token_invalid');
    expect([...provider.paths, ...flat.paths].filter((path) => path !== '/jwks')).toEqual([]);
  });

  test('a staff token on paths of residents, and a resident’s token here', async () => {
    const staff = await provider.sign(organization('org_1'));
    for (const path of ['/api/v1/me', '/devices', '/access/points', '/access/verify']) {
      expect(codeOf(await get(staff, path))).toBe('401 token_invalid');
    }
    expect(codeOf(await get((await signIn(gateway, tenantId)).token))).toBe('401 token_invalid');
  });
});

describe('failures', () => {
  test('token_expired for an expired token, which is not counted', async () => {
    const past = Math.floor(Date.now() / 1000) - 60;
    const token = await provider.sign({ ...organization('org_1'), iat: past - 60, exp: past });
    const codes = new Set<string>();
    for (let count = 0; count < 301; count += 1) {
      codes.add(codeOf(await get(token, '/api/admin/units', '127.9.9.1')));
    }
    expect([...codes]).toEqual(['401 token_expired']);
  });

  test('300 forged tokens block their address, but not a token that was verified before', async () => {
    const send = (token: string): Promise<Answer> => get(token, '/api/admin/units', '127.9.9.2');
    const good = await provider.sign(organization('org_1'));
    expect((await send(good)).status).toBe(200);
    const forged = await forge({});
    for (let count = 0; count < 300; count += 1) await send(forged);
    expect((await send(forged)).status).toBe(429);
    expect((await send(await provider.sign({ ...organization('org_1'), sub: 'new' }))).status).toBe(429);
    expect((await send(good)).status).toBe(200);
  });
});
