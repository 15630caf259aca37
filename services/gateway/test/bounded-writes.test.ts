import { randomBytes } from 'node:crypto';
import { control } from '@pas/platform/mongo/connections';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { describe, expect, test } from 'vitest';
import { maxRefusals } from '@pas/shared/audit/limit-refusals';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { cookieName, useOperatorGateway } from './support/operator-gateway.ts';
import { addKey, addTenant } from './support/rows.ts';

const operators = await useOperatorGateway();

const codeOf = (answer: Answer): string => `${answer.status} ${problemOf(answer).code}`;

async function hammer(
  times: number,
  headers: Record<string, string>,
  { path = '/api/admin/units', method = 'GET' } = {},
): Promise<Map<string, number>> {
  const codes = new Map<string, number>();
  for (let sent = 0; sent < times; sent += 20) {
    const send = () => call(operators.gateway.port, path, { method, headers, from: '127.6.6.6' });
    for (const answer of await Promise.all(Array.from({ length: 20 }, send))) {
      codes.set(codeOf(answer), (codes.get(codeOf(answer)) ?? 0) + 1);
    }
  }
  return codes;
}

describe('a caller that is refused again and again', () => {
  test.each<[string, string, Record<string, string>, object]>([
    ['a key of a suspended tenant', 'tenant_suspended', {}, { status: 'SUSPENDED' }],
    ['a key of another environment', 'environment_not_allowed', { 'x-admin-env': 'TEST' }, {}],
  ])('as %s is 429 beyond the limit, with one record for each 403', async (_what, code, headers, tenant) => {
    const { _id: tenantId } = await addTenant(tenant);
    const key = await addKey(tenantId, { environments: ['DEV'] });
    const codes = await hammer(maxRefusals + 40, { ...key.headers, ...headers });
    expect(Object.fromEntries(codes)).toEqual({ [`403 ${code}`]: maxRefusals, '429 rate_limited': 40 });
    expect(await ControlOutboxModel.countDocuments({ tenantId })).toBe(maxRefusals);
    const other = await addKey(tenantId, { environments: ['DEV'] });
    expect([...(await hammer(20, { ...other.headers, ...headers })).keys()]).toEqual([`403 ${code}`]);
  });

  test('as a session at its log-out is 429 beyond the limit, with one record for each 403', async () => {
    const { cookies } = await operators.logIn();
    const headers = { cookie: `${cookieName}=${cookies.get(cookieName)}`, origin: 'http://evil.test' };
    const code = 'origin_not_allowed';
    const codes = await hammer(maxRefusals + 40, headers, { path: '/api/admin/auth/logout', method: 'POST' });
    expect(Object.fromEntries(codes)).toEqual({ [`403 ${code}`]: maxRefusals, '429 rate_limited': 40 });
    expect(await ControlOutboxModel.countDocuments({ 'envelope.data.denial.code': code })).toBe(maxRefusals);
  });
});

describe('made-up session cookies', () => {
  test('are 401 without a look-up in the database, and do not block their address', async () => {
    let lookUps = 0;
    const count = ({ command }: { command: Record<string, unknown> }): void => {
      if (command['find'] === OperatorSessionModel.collection.name) lookUps += 1;
    };
    const client = control.getClient().on('commandStarted', count);
    const from = '127.6.6.7';
    const send = (value: string): Promise<Answer> =>
      call(operators.gateway.port, '/api/admin/units', {
        headers: { cookie: `${cookieName}=${value}` },
        from,
      });
    const browser = await operators.logIn();
    const madeUp = Array.from({ length: 500 }, () => randomBytes(32).toString('base64url'));
    for (const value of madeUp) expect(codeOf(await send(value))).toBe('401 session_expired');
    expect(lookUps).toBe(0);
    expect((await send(browser.cookies.get(cookieName) ?? '')).status).toBe(200);
    expect(lookUps).toBe(1);
    client.off('commandStarted', count);
  });
});
