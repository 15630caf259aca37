import { crc32 } from 'node:zlib';
import { encodeBase62, randomBase62 } from '@pas/shared/api-keys/base62';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, problemOf, someAddress, type Answer } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';
import { signIn } from './support/sign-in.ts';

let gateway: RunningGateway;
let tenantId: string;
let office: string;

const proxy = '127.77.77.77';

beforeAll(async () => {
  gateway = await runGateway({ TRUSTED_PROXIES: proxy });
  tenantId = (await addTenant())._id;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  office = someAddress();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const send = (headers: Record<string, string>, from = office, path = '/api/admin/units'): Promise<Answer> =>
  call(gateway.port, path, { headers, from });
const codeOf = (answer: Answer): string =>
  answer.status === 200 ? '200' : `${answer.status} ${problemOf(answer).code}`;
const answerTo = async (headers: Record<string, string>, from = office): Promise<string> =>
  codeOf(await send(headers, from));

/** Sends a wrong credential many times, and returns the distinct results. */
async function insist(
  times: number,
  headers: () => Record<string, string>,
  from = office,
): Promise<string[]> {
  const codes = new Set<string>();
  for (let sent = 0; sent < times; sent += 1) codes.add(await answerTo(headers(), from));
  return [...codes];
}

/** Makes another secret under the public id of a key, as an attacker who knows the prefix can. */
function guessAt({ prefix }: { prefix: string }): Record<string, string> {
  const body = `${prefix}_${randomBase62(43)}`;
  return bearer(body + encodeBase62(crc32(body), 6));
}

describe('a program with one wrong key', () => {
  test('gets exactly twenty guesses at a key from fifty parallel attempts', async () => {
    const { row } = await addKey(tenantId);
    const guesses = Array.from({ length: 50 }, async () => answerTo(guessAt(row)));
    const answers = await Promise.all(guesses);
    expect(answers.filter((answer) => answer === '401 key_unknown')).toHaveLength(20);
    expect(answers.filter((answer) => answer === '429 rate_limited')).toHaveLength(30);
  });

  test('is not confused with fifty parallel requests with a valid key', async () => {
    const { headers } = await addKey(tenantId);
    const answers = await Promise.all(Array.from({ length: 50 }, async () => answerTo(headers)));
    expect(new Set(answers)).toEqual(new Set(['200']));
  });

  test('is 429 after twenty failures and does not block its address', async () => {
    const wrong = bearer(mintApiKey('DEV').key);
    expect(await insist(20, () => wrong)).toEqual(['401 key_unknown']);
    const blocked = await send(wrong);
    expect(codeOf(blocked)).toBe('429 rate_limited');
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(500);
    expect(await insist(350, () => wrong)).toEqual(['429 rate_limited']);
    const { headers } = await addKey(tenantId);
    expect(await answerTo(headers)).toBe('200');
    expect(await answerTo(bearer(mintApiKey('DEV').key))).toBe('401 key_unknown');
    expect(await answerTo(wrong, someAddress())).toBe('401 key_unknown');
  });
});

test('twenty-three wrong keys with an id each are 401 from one address, and each id has its own twenty', async () => {
  const wrong = Array.from({ length: 23 }, () => bearer(mintApiKey('DEV').key));
  for (const headers of wrong) expect(await answerTo(headers)).toBe('401 key_unknown');
  const [first = {}, second = {}] = wrong;
  expect(await insist(19, () => first)).toEqual(['401 key_unknown']);
  expect([await answerTo(first), await answerTo(second)]).toEqual(['429 rate_limited', '401 key_unknown']);
});

describe('guesses at a key whose public id is known', () => {
  test('block the id at their address, but not a key that was verified here', async () => {
    const [known, fresh] = [await addKey(tenantId), await addKey(tenantId)];
    expect(await answerTo(known.headers)).toBe('200');
    for (const { row } of [known, fresh]) {
      expect(await insist(20, () => guessAt(row))).toEqual(['401 key_unknown']);
      expect(await answerTo(guessAt(row))).toBe('429 rate_limited');
    }
    expect(await answerTo(known.headers)).toBe('200');
    expect(await answerTo(fresh.headers)).toBe('429 rate_limited');
    expect(await answerTo(fresh.headers, someAddress())).toBe('200');
    expect(await answerTo(fresh.headers)).toBe('200');
  });
});

describe('three hundred failures of one address', () => {
  test('block every credential from it that was not verified before', async () => {
    const [known, revoked] = [await addKey(tenantId), await addKey(tenantId)];
    const { token } = await signIn(gateway, tenantId);
    const get = async (path: string, credential: string) =>
      codeOf(await send(bearer(credential), office, path));
    for (const { headers } of [known, revoked]) expect(await answerTo(headers)).toBe('200');
    expect(await get('/api/v1/me', token)).toBe('200');
    await ApiKeyModel.updateOne({ _id: revoked.row._id }, { $set: { status: 'REVOKED', version: 2 } });

    expect(await insist(100, () => bearer('pas_x'))).toEqual(['401 key_malformed']);
    expect(await insist(100, () => bearer(mintApiKey('DEV').key))).toEqual(['401 key_unknown']);
    expect(await insist(100, () => bearer('e30.e30.e30'))).toEqual(['401 token_invalid']);
    for (const wrong of ['pas_x', mintApiKey('DEV').key, 'e30.e30.e30'])
      expect(await answerTo(bearer(wrong))).toBe('429 rate_limited');

    expect(await answerTo(known.headers)).toBe('200');
    expect(await get('/api/v1/me', token)).toBe('200');
    expect(await answerTo(revoked.headers)).toBe('401 key_revoked');
    expect(await answerTo({})).toBe('401 credentials_missing');
    expect(await answerTo((await addKey(tenantId)).headers)).toBe('429 rate_limited');
    expect(await get('/api/v1/me', (await signIn(gateway, tenantId)).token)).toBe('429 rate_limited');
    expect(await answerTo((await addKey(tenantId)).headers, someAddress())).toBe('200');
  });

  test('are not reached by absent, expired and revoked credentials, nor by webhooks', async () => {
    const { headers: expired } = await addKey(tenantId, { expiresAt: new Date(1) });
    const { headers: revoked } = await addKey(tenantId, { status: 'REVOKED' });
    for (const headers of [{}, expired, revoked]) await insist(110, () => headers);
    for (let sent = 0; sent < 20; sent += 1) await send({ authorization: 'Basic eDp5' }, office, '/payments');
    expect(await answerTo((await addKey(tenantId)).headers)).toBe('200');
  });
});

describe('behind a proxy', () => {
  const throughProxy = (credential: string, forwarded: string) =>
    answerTo({ ...bearer(credential), 'x-forwarded-for': forwarded }, proxy);

  test('the entry of the trusted proxy counts, not those of the client', async () => {
    const wrong = mintApiKey('DEV').key;
    for (let sent = 0; sent < 20; sent += 1) {
      expect(await throughProxy(wrong, `203.0.113.${sent}, 198.51.100.7`)).toBe('401 key_unknown');
    }
    expect(await throughProxy(wrong, '198.51.100.7')).toBe('429 rate_limited');
    expect(await throughProxy(wrong, '198.51.100.7:4711')).toBe('429 rate_limited');
    expect(await throughProxy(wrong, '::ffff:198.51.100.7')).toBe('429 rate_limited');
    expect(await throughProxy(wrong, '198.51.100.8')).toBe('401 key_unknown');
  });

  test('an untrusted client cannot choose its address', async () => {
    const wrong = bearer(mintApiKey('DEV').key);
    const spoof = (index: number) => ({ ...wrong, 'x-forwarded-for': `203.0.113.${index}` });
    for (let sent = 0; sent < 20; sent += 1) expect(await answerTo(spoof(sent))).toBe('401 key_unknown');
    expect(await answerTo(spoof(99))).toBe('429 rate_limited');
  });

  test('the addresses of one IPv6 network count as one', async () => {
    const wrong = mintApiKey('DEV').key;
    for (let sent = 0; sent < 20; sent += 1) {
      expect(await throughProxy(wrong, `2001:db8:1:2::${sent.toString(16)}`)).toBe('401 key_unknown');
    }
    expect(await throughProxy(wrong, '2001:DB8:1:2:ffff::1')).toBe('429 rate_limited');
    expect(await throughProxy(wrong, '[2001:db8:1:2::9]:4711')).toBe('429 rate_limited');
    expect(await throughProxy(wrong, '2001:db8:1:3::1')).toBe('401 key_unknown');
  });
});
