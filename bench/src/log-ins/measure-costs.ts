import { sum } from '../measure/cpu-times.ts';
import type { Answer } from '../measure/send-request.ts';
import { startMeter } from '../measure/usage.ts';
import { adminRequest, ask } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { flood, times, type PreparedRequest } from './flood.ts';
import { freshAddress, rightPassword, sendFrom, type BenchResident } from '../system/people.ts';

/** Cost of one operation in all processes. */
export interface Cost {
  what: string;
  statuses: Readonly<Record<string, number>>;
  cpuMs: number;
  commands: Readonly<Record<string, number>>;
}

interface Operation {
  what: string;
  requests: readonly PreparedRequest[];
  /** Whether operations run one after the other, without contention for the same rows. */
  isInTurn?: boolean;
}

async function cost(system: BenchSystem, { what, requests, isInTurn = false }: Operation): Promise<Cost> {
  const stop = await startMeter({ processes: system.processes(), client: system.client });
  const { statuses } = await flood(what, requests, { isInTurn });
  const { cpuMs, commands } = await stop();
  const each = Object.entries(commands).map(([name, count]) => [name, count / requests.length] as const);
  const shown = each.filter(([, count]) => count >= 0.1);
  return { what, statuses, cpuMs: sum(cpuMs) / requests.length, commands: Object.fromEntries(shown) };
}

/** The identity provider's tokens of some people. */
async function identityTokens({ local }: BenchSystem, people: readonly BenchResident[]): Promise<string[]> {
  const url = `${local.sandboxUrl}/identity/session-tokens`;
  const tokens: string[] = [];
  for (const { email } of people)
    tokens.push((await ask<{ token: string }>({ url, headers: {}, body: { email } })).token);
  return tokens;
}

async function moveOut(system: BenchSystem, { userId, unitId }: BenchResident): Promise<Answer> {
  const { url, headers } = adminRequest(system, `/users/${userId}/move-out`);
  const path = url.slice(system.local.gatewayUrl.length);
  const token = headers['authorization']?.slice('Bearer '.length) ?? '';
  return sendFrom(system, '127.0.0.1', { path, token, body: { unitId } });
}

function readsAndRefreshes(system: BenchSystem, people: readonly BenchResident[]): Operation[] {
  const refresh = async (refreshToken = '') =>
    sendFrom(system, freshAddress(), { path: '/api/v1/auth/refresh', body: { refreshToken } });
  const reads = people.map(
    ({ token }) =>
      async () =>
        sendFrom(system, freshAddress(), { path: '/api/v1/me', token }),
  );
  return [
    { what: 'GET /api/v1/me, the token new to the gateway', requests: reads },
    { what: 'GET /api/v1/me, the token known', requests: reads },
    { what: 'a refresh', requests: people.map((person) => async () => refresh(person.refreshToken)) },
  ];
}

async function signIns(system: BenchSystem, people: readonly BenchResident[]): Promise<Operation[]> {
  const tokens = await identityTokens(system, people);
  const exchanges = tokens.map(
    (token) => async () =>
      sendFrom(system, freshAddress(), { path: '/api/v1/auth/clerk-session', token, body: {} }),
  );
  const logIns = people.map(
    ({ email }) =>
      async () =>
        sendFrom(system, freshAddress(), {
          path: '/api/v1/auth/login',
          body: { email, password: rightPassword },
        }),
  );
  return [
    { what: 'a log-in', requests: logIns, isInTurn: true },
    { what: 'clerk-session, the first of a person', requests: exchanges, isInTurn: true },
    { what: 'clerk-session, another one', requests: exchanges, isInTurn: true },
  ];
}

/** Measures the cost of sessions and move-outs, from the eleventh person on. One earlier person refreshes a session. */
export async function measureCosts(system: BenchSystem, people: readonly BenchResident[]): Promise<Cost[]> {
  const own = people.slice(10, 60);
  const [refreshed] = people.slice(5);
  const again = async () =>
    sendFrom(system, freshAddress(), {
      path: '/api/v1/auth/refresh',
      body: { refreshToken: refreshed?.refreshToken },
    });
  const leaving = own.map((person) => async () => moveOut(system, person));
  await ask(adminRequest(system, '/stats'));
  const operations: Operation[] = [
    ...readsAndRefreshes(system, own),
    { what: '50 refreshes of one session at once', requests: times(50, again) },
    ...(await signIns(system, own.slice(0, 20))),
    { what: 'move-outs of one building, in turn', requests: leaving.slice(0, 20), isInTurn: true },
    { what: '30 move-outs of one building at once', requests: leaving.slice(20) },
  ];
  const costs: Cost[] = [];
  for (const operation of operations) costs.push(await cost(system, operation));
  return costs;
}
