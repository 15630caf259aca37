import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { routeTable } from '../src/route-table.ts';
import { codeOf } from './support/door.ts';
import { call, type Answer } from './support/http-call.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();

const [silent, ...others] = routeTable('all').filter(({ area }) => area === 'webhooks');
const post = (path: string): Promise<Answer> => call(gateway.port, path, { method: 'POST', body: '{}' });

/** Sends requests without answers until one is refused. The other providers send nothing meanwhile. */
async function sendUntilRefused(path: string): Promise<Answer> {
  let refused: Answer | undefined;
  await waitUntil(
    () => {
      post(path).then(
        (answer) => (refused ??= answer),
        () => undefined,
      );
      return refused !== undefined;
    },
    { what: 'a refusal', everyMs: 150 },
  );
  if (!refused) throw new Error('Nothing was refused.');
  return refused;
}

test('only the provider whose requests get no answer is refused', async () => {
  const refused = await sendUntilRefused(`${silent?.prefix}/silent`);
  expect(codeOf(refused)).toEqual([503, 'upstream_unavailable']);
  for (const { prefix } of others) {
    expect((await post(`${prefix}/x`)).status).toBe(200);
  }
  const readiness = JSON.parse((await call(gateway.port, '/readyz')).text) as object;
  expect(readiness).toMatchObject({
    status: 'degraded',
    checks: { 'webhooks@DEV': { status: 'down', message: `no request below ${silent?.prefix} is answered` } },
  });
});
