import { indexPublicKeys } from '@pas/shared/principal/assertion';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEcho, type EchoService, type ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { pems, runGateway, type RunningGateway } from './support/running-gateway.ts';
import { startStaffProvider, type StaffProvider } from './support/staff-provider.ts';

/** One name is not well-known. */
const names = ['DEV', 'TEST', 'QA_2'] as const;
type Name = (typeof names)[number];

let gateway: RunningGateway;
let provider: StaffProvider;
let cores: Map<Name, EchoService>;
let all: AddedKey;

beforeAll(async () => {
  const { publicPem, privatePem } = pems();
  const publicKeys = await indexPublicKeys([publicPem]);
  const started = names.map(async (environment): Promise<[Name, EchoService]> => [
    environment,
    await startEcho({ service: 'admin', environment, publicKeys }),
  ]);
  cores = new Map(await Promise.all(started));
  provider = await startStaffProvider({ environments: ['TEST', 'QA_2'] });
  gateway = await runGateway({
    ASSERTION_PRIVATE_KEY: privatePem,
    STAFF_ISSUERS: JSON.stringify([provider.config]),
    ADMIN_UPSTREAMS: JSON.stringify(Object.fromEntries([...cores].map(([name, { url }]) => [name, [url]]))),
  });
  const { _id: tenantId } = await addTenant({ organizationId: 'org_1' });
  all = await addKey(tenantId, { environments: [...names] });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([...cores.values()].map((core) => core.kill()));
  await provider.goAway();
});

const ask = (environment: string, headers: Record<string, string> = all.headers): Promise<Answer> =>
  call(gateway.port, '/api/admin/units', { headers: { ...headers, 'x-admin-env': environment } });
const outcomeOf = (answer: Answer): string =>
  answer.status === 200
    ? (JSON.parse(answer.text) as ReceivedRequest).environment
    : `${answer.status} ${problemOf(answer).code}`;

describe('three environments', () => {
  test('each is reached by its name', async () => {
    for (const name of names) expect(outcomeOf(await ask(name))).toBe(name);
  });

  test('a key or a person without the grant reaches none', async () => {
    const staff = { authorization: `Bearer ${await provider.sign({ o: { id: 'org_1', rol: 'OWNER' } })}` };
    for (const name of names) {
      const key = await addKey(all.row.tenantId, { environments: names.filter((other) => other !== name) });
      expect(outcomeOf(await ask(name, key.headers))).toBe('403 environment_not_allowed');
      const granted = name === 'DEV' ? '403 environment_not_allowed' : name;
      expect(outcomeOf(await ask(name, staff))).toBe(granted);
    }
  });

  test('a known one without a Core is 503, an unknown one 422 with the existing names', async () => {
    expect(outcomeOf(await ask('STAGING'))).toBe('503 environment_unavailable');
    const unknown = await ask('QA_3');
    expect(outcomeOf(unknown)).toBe('422 unknown_environment');
    expect(problemOf(unknown).message).toContain('DEV, TEST, QA_2');
  });

  test('none accepts an assertion for another one', async () => {
    for (const [made] of cores) {
      const { headers } = JSON.parse((await ask(made)).text) as ReceivedRequest;
      const assertion = headers['x-pas-assertion'] ?? '';
      for (const [name, core] of cores) {
        const answer = await call(core.port, '/api/admin/units', {
          headers: { 'x-pas-assertion': assertion },
        });
        expect([made, name, answer.status]).toEqual([made, name, made === name ? 200 : 401]);
      }
    }
  });
});
