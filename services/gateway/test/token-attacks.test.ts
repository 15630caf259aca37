import { KeyObject } from 'node:crypto';
import type { Server } from 'node:http';
import { listen, portOf } from '@pas/platform/http/listen';
import { tokenAttacks, type TokenKind } from '@pas/testing/token-attacks/token-attacks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, problemOf } from './support/http-call.ts';
import { addTenant } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';
import { signIn } from './support/sign-in.ts';
import { startStaffProvider, type StaffProvider } from './support/staff-provider.ts';

let gateway: RunningGateway;
let trap: Server;
/** The paths of requests to the trap. */
const asked: string[] = [];
const providers: StaffProvider[] = [];

interface AttackedToken {
  kind: TokenKind;
  /** A path that accepts tokens of this kind. */
  path: string;
}
const kinds = new Map<string, AttackedToken>();

const inAnHour = { nbf: Math.floor(Date.now() / 1000) + 3600 };

async function addStaff(name: string, claims: Record<string, unknown>, trapUrl: string): Promise<void> {
  const provider = await startStaffProvider({ organizationPrefix: `${name}:` });
  providers.push(provider);
  const good = (): Promise<string> => provider.sign(claims);
  const privateKey = KeyObject.from(provider.privateKey);
  const wrongClaims = [
    { aud: undefined },
    { aud: 'core' },
    { aud: ['operator-dashboard'] },
    { aud: { 0: 'property-access-staff' } },
    { azp: undefined },
    { azp: null },
    { azp: 'http://portal.test' },
    { azp: ['operator-dashboard'] },
    { iss: `${provider.issuer}/` },
    { iss: [provider.issuer] },
    inAnHour,
  ];
  const wrongTypes = ['logout+jwt', 'dpop+jwt', 'pas-assertion+jwt', 'secevent+jwt', 1, ''];
  const kind: TokenKind = { alg: 'RS256', privateKey, good, trapUrl, wrongClaims, wrongTypes };
  kinds.set(name, { kind, path: '/api/admin/units' });
}

beforeAll(async () => {
  trap = await listen(
    (request, response) => {
      asked.push(request.url ?? '');
      response.end('{"keys":[]}');
    },
    { host: '127.0.0.1', port: 0 },
  );
  const trapUrl = `http://127.0.0.1:${portOf(trap)}`;
  await addStaff('nested', { o: { id: 'org_1', rol: 'OWNER' } }, trapUrl);
  await addStaff('flat', { org_id: 'org_1', org_role: 'org:owner' }, trapUrl);
  gateway = await runGateway({
    STAFF_ISSUERS: JSON.stringify(providers.map(({ config }) => config)),
  });
  const { _id: tenantId } = await addTenant({ organizationId: 'nested:org_1' });
  await addTenant({ organizationId: 'flat:org_1' });
  const { token } = await signIn(gateway, tenantId);
  const wrongClaims = [
    { aud: undefined },
    { aud: 'property-access-staff' },
    { aud: ['portal'] },
    { tid: undefined },
    { tid: 7 },
    { tid: { $ne: '' } },
    { sid: undefined },
    { sid: { $ne: '' } },
    { iss: 'http://portal.test/' },
    inAnHour,
  ];
  const wrongTypes = ['JWT', 'logout+jwt', 'pas-assertion+jwt', 'AT+JWT2', undefined, 1, ''];
  const good = (): Promise<string> => Promise.resolve(token);
  const privateKey = gateway.coreJwtKey;
  const kind: TokenKind = { alg: 'Ed25519', privateKey, good, trapUrl, wrongClaims, wrongTypes };
  kinds.set('Core JWT', { kind, path: '/api/v1/me' });
});
afterAll(async () => {
  trap.close();
  await gateway.stop();
  await Promise.all(providers.map((provider) => provider.goAway()));
});

const outcomeOf = async (path: string, token: string): Promise<string> => {
  const answer = await call(gateway.port, path, { headers: { authorization: `Bearer ${token}` } });
  return answer.status === 200 ? '200' : `${answer.status} ${problemOf(answer).code}`;
};

describe.each(['nested', 'flat', 'Core JWT'])('a token of the kind %s', (name) => {
  test('is accepted unchanged, and 401 token_invalid under every attack, without fetching a key', async () => {
    const { kind, path } = kinds.get(name) as AttackedToken;
    expect(await outcomeOf(path, await kind.good())).toBe('200');
    const passed: string[] = [];
    for (const [attack, make] of tokenAttacks(kind)) {
      const outcome = await outcomeOf(path, await make());
      if (outcome !== '401 token_invalid') passed.push(`${attack}: ${outcome}`);
    }
    expect(passed).toEqual([]);
    expect(asked).toEqual([]);
    const words = providers.flatMap(({ paths }) => paths).filter((path) => path !== '/jwks');
    expect(words).toEqual([]);
  });
});
