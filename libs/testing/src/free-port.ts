import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Ports below the ephemeral range (Linux from 32,768, others from 49,152). An outgoing connection may take a released
 * port of that range, and then a replica cannot restart on it.
 */
const first = 20_000;
const last = 32_000;

/** One empty file per reserved port. The temporary folder of `script/test` ends with its run. */
const reservations = join(tmpdir(), 'property-access-ports');

/** Time after which a reservation without a listener is that of an earlier run, in milliseconds. */
const staleMs = 3_600_000;

/**
 * Finds a TCP port on 127.0.0.1 without a listener and outside of the ephemeral range.
 *
 * The port is reserved for the run, so that no concurrent test file takes it while its server restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

async function reserve(port: number): Promise<boolean> {
  await mkdir(reservations, { recursive: true });
  const file = join(reservations, String(port));
  try {
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > staleMs) await rm(file);
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) {
    probe.close();
    await once(probe, 'close');
  }
  return isListening;
}
