import { once } from 'node:events';
import { join } from 'node:path';
import { listen, portOf } from '@pas/platform/http/listen';
import { assertionHeader } from '@pas/shared/principal/assertion';
import { freePort } from '@pas/testing/free-port';
import { launch } from '@pas/tools/local-system/launch';
import { urlsOf } from '@pas/tools/local-system/plans/blueprint';
import { becomeHttpReady } from '@pas/tools/local-system/plans/http-readiness';
import { planGateways } from '@pas/tools/local-system/plans/plan-gateways';
import { call } from '../client/http-call.ts';
import type { SharedSystem } from '../shared-system/use-system.ts';

/** Starts another gateway of the system, with another address for admin of one environment. */
async function startGateway({ blueprint }: SharedSystem, environment: string, adminUrl: string) {
  const plan = planGateways(blueprint).find(({ name }) => name === 'gateway');
  if (!plan) throw new Error('The plan has no gateway.');
  const upstreams = { DEV: urlsOf(blueprint, 'admin'), [environment]: [adminUrl] };
  const port = await freePort();
  const own = { PORT: String(port), METRICS_PORT: String(await freePort()) };
  const env = { ...plan.env, ...own, ADMIN_UPSTREAMS: JSON.stringify(upstreams) };
  const child = launch({ ...plan, env }, join(blueprint.directory.logs, 'capturing-gateway.log'));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { port, stop };
}

/** Captures the assertion of a request between a gateway and admin, as an attacker in between could. */
export async function captureAssertion(
  system: SharedSystem,
  environment: string,
  apiKey: string = system.local.apiKey,
): Promise<string> {
  let captured = '';
  const eavesdropper = await listen(
    (request, response) => {
      captured = String(request.headers[assertionHeader] ?? captured);
      response.setHeader('content-type', 'application/json').end('{}');
    },
    { host: '127.0.0.1', port: 0 },
  );
  const gateway = await startGateway(system, environment, `http://127.0.0.1:${portOf(eavesdropper)}`);
  try {
    await becomeHttpReady(`http://127.0.0.1:${gateway.port}`, AbortSignal.timeout(300_000));
    await call(`http://127.0.0.1:${gateway.port}/api/admin/properties`, {
      bearer: apiKey,
      headers: { 'X-Admin-Env': environment },
    });
    return captured;
  } finally {
    await gateway.stop();
    eavesdropper.close();
    eavesdropper.closeAllConnections();
  }
}
