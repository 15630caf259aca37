import type { Readiness } from '@pas/platform/health/readiness';
import { core } from '@pas/platform/mongo/connections';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { connectApart } from '@pas/testing/test-databases';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { owner, startToy } from './toy-service.ts';

let toy: ServiceHarness;
let coreUrl: string;
beforeAll(async () => {
  toy = await startToy();
  await connectApart(inject('mongoUrl'));
  const url = new URL(inject('mongoUrl'));
  url.pathname = `/${core.name}`;
  coreUrl = url.href;
});
afterAll(() => toy.stop());

test('a service without its store answers 503, does not reveal the host, and recovers', async () => {
  const count = () => toy.call('GET', '/api/admin/store', { as: owner });
  const readiness = () => toy.call<Readiness>('GET', '/readyz', { as: null });
  expect((await count()).status).toBe(200);
  expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ready' } });

  await core.close();
  const refused = await count();
  expect(refused).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(JSON.stringify(refused.body)).not.toMatch(/mongo|127\.0\.0\.1/i);
  const unready = await readiness();
  expect(unready).toMatchObject({
    status: 503,
    body: { status: 'unready', checks: { mongo: { status: 'down' }, control: { status: 'up' } } },
  });
  expect(JSON.stringify(unready.body)).not.toMatch(/127\.0\.0\.1|:\d{4,5}/);
  expect((await toy.call('GET', '/livez', { as: null })).status).toBe(200);

  await core.openUri(coreUrl);
  expect((await count()).status).toBe(200);
});
