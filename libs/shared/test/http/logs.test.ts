import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';

import { createLogger } from '@pas/platform/log/logger';
import { UnitModel } from '@pas/shared/models/unit';
import { applyIndexes } from '@pas/platform/mongo/indexes';
import { core } from '@pas/platform/mongo/connections';
import { createRouteGuard } from '@pas/shared/principal/route-guard';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { createTestGateway } from '@pas/testing/test-gateway';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { unitRow } from '@pas/testing/rows';
import { requestBytes } from './raw-request.ts';
import { owner, startToy } from './toy-service.ts';
import { knownId } from './toy.routes.ts';

const lines: Record<string, unknown>[] = [];
const out = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(
      ...chunk
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
    done();
  },
});
const log = createLogger({ service: 'toy', environment: 'TEST', level: 'info', build: 'a1b2c3d' }, out);

let toy: ServiceHarness;
let assertion: Record<string, string>;
beforeAll(async () => {
  const gateway = await createTestGateway('toy', 'TEST');
  toy = await startToy('refuse', { guard: createRouteGuard(gateway), log });
  assertion = await gateway.headersFor(owner);
});
afterAll(() => toy.stop());
beforeEach(() => {
  lines.length = 0;
});

const logged = (message: string) =>
  waitUntil(() => lines.find((line) => line['msg'] === message), { what: `a line on ${message}` });

async function get(path: string, correlationId: string): Promise<void> {
  const headers = { ...assertion, 'x-correlation-id': correlationId };
  await (await fetch(`${toy.url}${path}`, { headers })).text();
}

describe('a line on a request', () => {
  test('logs the request, its route, its caller, its tenant, its status and its duration', async () => {
    await get(`/api/admin/units/${knownId}?q=canary`, 'one-request-1');
    const { time, durationMs, ...line } = await logged('request');
    expect(line).toEqual({
      level: 'info',
      service: 'toy',
      environment: 'TEST',
      build: 'a1b2c3d',
      correlationId: 'one-request-1',
      traceparent: null,
      method: 'GET',
      path: `/api/admin/units/${knownId}`,
      route: '/api/admin/units/{id}',
      caller: owner.kind,
      tenantId: owner.tenantId,
      status: expect.any(Number) as number,
      outcome: 'answered',
      msg: 'request',
    });
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(time).toMatch(/Z$/);
  });

  test('names neither a route nor a caller for an unknown path without credentials', async () => {
    await (await fetch(`${toy.url}/nowhere`)).text();
    expect(await logged('request')).toMatchObject({ route: null, caller: null, tenantId: null, status: 401 });
  });

  test('contains no token from the path', async () => {
    const token = 'canary'.repeat(8);
    await get(`/api/v1/invites/${token}/accept`, 'one-request-2');
    expect(await logged('request')).toMatchObject({ path: '/api/v1/invites/[redacted]/accept' });
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  test('contains no percent-encoded token from the path', async () => {
    const token = 'canary'.repeat(8).replaceAll('n', '%6E');
    await get(`/api/v1/invites/${token}/accept`, 'one-request-3');
    expect(await logged('request')).toMatchObject({ path: '/api/v1/invites/[redacted]/accept' });
  });

  test.each(['ann', 'ann%40canary.test'])('contains no external id, such as %s', async (externalId) => {
    await get(`/api/admin/users/by-external-id/${externalId}`, 'one-request-4');
    expect(await logged('request')).toMatchObject({ path: '/api/admin/users/by-external-id/[redacted]' });
  });

  test('names the request of a connection that broke off', async () => {
    const { hostname, port } = new URL(toy.url);
    const socket = connect({ host: hostname, port: Number(port) });
    const headers = { ...assertion, 'X-Correlation-Id': 'broken-off-1', 'Content-Length': '100' };
    const sent = { ...headers, 'Content-Type': 'application/json' };
    socket.write(requestBytes('POST', '/api/admin/units', { headers: sent, body: '{' }));
    await once(socket, 'connect');
    await waitUntil(() => socket.bytesWritten > 300, { what: 'the request to be on its way' });
    socket.destroy();
    expect(await logged('request')).toMatchObject({
      correlationId: 'broken-off-1',
      outcome: 'aborted',
      status: null,
    });
  });
});

describe('a line on a failure', () => {
  test('logs the detail that the caller does not get, without tokens', async () => {
    await get(`/api/admin/explosive/${'token'.repeat(9)}`, 'a-failure-1');
    const line = await logged('Something went wrong on our side. Quote the correlation id.');
    expect(line).toMatchObject({
      level: 'error',
      correlationId: 'a-failure-1',
      code: 'internal_error',
      path: '/api/admin/explosive/[redacted]',
      err: {
        type: 'Error',
        message: 'canary at mongodb://10.0.0.3',
        stack: expect.stringContaining('toy.routes') as string,
      },
    });
    expect(JSON.stringify(lines)).not.toContain('tokentoken');
  });

  test('logs the field of an answer that violates its schema', async () => {
    await get('/api/admin/misshapen', 'a-failure-2');
    const line = await logged('Something went wrong on our side. Quote the correlation id.');
    expect(line).toMatchObject({
      err: { type: 'ZodError', message: expect.stringContaining('version') as string },
    });
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  test('logs why an assertion was refused', async () => {
    await (await fetch(`${toy.url}/api/admin/units`, { headers: { 'x-pas-assertion': 'a.b.c' } })).text();
    const line = await logged('Call this service through the gateway.');
    expect(line).toMatchObject({
      level: 'info',
      code: 'credentials_missing',
      detail: expect.stringMatching(/\S/) as string,
    });
  });

  test('keeps the refused values of a duplicate to itself', async () => {
    await applyIndexes(core);
    const unit = unitRow(owner.tenantId ?? '', { labelKey: 'CANARY', label: 'canary@example.test' });
    await UnitModel.insertMany([unit]);
    const error: unknown = await UnitModel.insertMany([{ ...unit, _id: 'unit_2' }]).catch(
      (caught: unknown) => caught,
    );
    log.error({ err: error }, 'a duplicate');
    const line = await logged('a duplicate');
    expect(line).toMatchObject({
      err: { code: 11_000, message: expect.stringContaining('tenantId_1_propertyId_1_labelKey_1') as string },
    });
    expect(JSON.stringify(line)).not.toMatch(/canary/i);
  });
});
