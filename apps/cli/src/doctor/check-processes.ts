import { once } from 'node:events';
import { connect } from 'node:tls';
import { z } from 'zod';
import { judgeClock } from './check-databases.ts';
import { judgeCertificate } from './check-host.ts';
import { failure, fine, warning, type Check, type CheckResult } from './finding.ts';

const timeoutMs = 5000;

/** The parts of the answers that are reported. */
const Ready = z.object({
  status: z.enum(['ready', 'degraded', 'unready']),
  checks: z.record(z.string(), z.object({ status: z.enum(['up', 'down']), message: z.string().optional() })),
});
const Live = z.object({ version: z.string(), build: z.string() }).partial();

/** @throws Error for an answer that no process of the system gives */
async function ask<Body>(
  url: string,
  path: string,
  schema: z.ZodType<Body>,
): Promise<{ date: string | null; body: Body }> {
  const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(timeoutMs) });
  const { success, data } = schema.safeParse(await response.json().catch(() => null));
  if (!success)
    throw new Error(`${url}${path} does not answer as a process does. Give the internal address of one.`);
  return { date: response.headers.get('date'), body: data };
}

/** Reports the state of a process and of each check that is down. */
function judgeReadiness(url: string, { status, checks }: z.output<typeof Ready>): CheckResult[] {
  if (status === 'ready') return [fine(`${url} is ready.`)];
  const report = status === 'unready' ? failure : warning;
  return Object.entries(checks)
    .filter(([, check]) => check.status === 'down')
    .map(([name, { message = 'is down' }]) =>
      report(`${url} is ${status}: ${name} ${message}`, `Repair ${name}, then look at ${url}/readyz.`),
    );
}

/** Reads the end of the certificate that a process shows, in milliseconds since 1970. */
async function readCertificateEnd({ hostname, port }: URL): Promise<number> {
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    timeout: timeoutMs,
  });
  socket.once('timeout', () => socket.destroy(new Error('The TLS handshake timed out.')));
  try {
    await once(socket, 'secureConnect');
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

async function checkProcess(url: string): Promise<CheckResult[]> {
  const { body, date } = await ask(url, '/readyz', Ready);
  const { body: live } = await ask(url, '/livez', Live);
  const results = [
    ...judgeReadiness(url, body),
    fine(`${url} runs ${live.version ?? 'an unknown version'} (build ${live.build ?? 'unknown'}).`),
  ];
  // The header has no fractions of a second.
  if (date !== null) results.push(judgeClock(url, Date.parse(date) + 500 - Date.now()));
  const parsed = new URL(url);
  if (parsed.protocol === 'https:') results.push(judgeCertificate(url, await readCertificateEnd(parsed)));
  return results;
}

/** Checks processes by their addresses: readiness, build, clock and certificate. */
export const processChecks = (urls: readonly string[]): Check[] =>
  urls.map((url) => ({ name: 'process', run: () => checkProcess(url) }));
