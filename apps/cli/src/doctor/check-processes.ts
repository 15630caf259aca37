import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Readiness } from '@pas/platform/health/readiness';
import { judgeClock } from './check-databases.ts';
import { judgeCertificate } from './check-host.ts';
import { failure, fine, warning, type Check, type Look } from './finding.ts';

const timeoutMs = 5000;

async function ask(
  url: string,
  path: string,
): Promise<{ status: number; date: string | null; body: unknown }> {
  const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(timeoutMs) });
  return { status: response.status, date: response.headers.get('date'), body: await response.json() };
}

/** Reports the state of a process and of each check that is down. */
function judgeReadiness(url: string, { status, checks }: Readiness): Look[] {
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

async function lookAtProcess(url: string): Promise<Look[]> {
  const { body, date } = await ask(url, '/readyz');
  const live = (await ask(url, '/livez')).body as { version?: string; build?: string };
  const looks = [
    ...judgeReadiness(url, body as Readiness),
    fine(`${url} runs ${live.version ?? 'an unknown version'} (build ${live.build ?? 'unknown'}).`),
  ];
  // The header has no fractions of a second.
  if (date !== null) looks.push(judgeClock(url, Date.parse(date) + 500 - Date.now()));
  const parsed = new URL(url);
  if (parsed.protocol === 'https:') looks.push(judgeCertificate(url, await readCertificateEnd(parsed)));
  return looks;
}

/** Checks processes by their addresses: readiness, build, clock and certificate. */
export const processChecks = (urls: readonly string[]): Check[] =>
  urls.map((url) => ({ name: 'process', look: () => lookAtProcess(url) }));
