import { once } from 'node:events';
import { createServer } from 'node:net';
import { layPorts, portBlockSize, type PortUse } from './ports.ts';
import { StartFailure } from './start-failure.ts';

/** Maximum number of listed ports. Another local system uses dozens. */
const maxListed = 5;

/** Returns why a port cannot be opened, such as `EADDRINUSE`; null when it is free. */
async function probe(port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

async function isFree(uses: readonly PortUse[]): Promise<boolean> {
  const reasons = await Promise.all(uses.map(({ port }) => probe(port)));
  return reasons.every((reason) => reason === null);
}

/**
 * Finds a port for the gateway with a free block of ports above it.
 *
 * @throws Error when none of a hundred blocks is free
 */
export async function findFreeBlock(from: number, replicas: number, members = 1): Promise<number> {
  for (let port = from, tries = 0; tries < 100; port += portBlockSize, tries += 1) {
    if (port + portBlockSize > 32_768) port = 10_000;
    if (await isFree(layPorts(port, replicas, members).all)) return port;
  }
  throw new Error('No block of free ports was found. Choose one with --port.');
}

/**
 * Checks that every port is free, before any process starts.
 *
 * @throws StartFailure that names the used ports and a working `--port`
 */
export async function requireFreePorts(
  uses: readonly PortUse[],
  { port, replicas }: { port: number; replicas: number },
): Promise<void> {
  const reasons = await Promise.all(uses.map((use) => probe(use.port)));
  const taken = uses.filter((_use, index) => reasons[index] !== null);
  if (taken.length === 0) return;
  if (reasons.includes('EACCES')) {
    throw new StartFailure(
      `Ports from ${port} on are reserved for root on this machine. Choose others with --port 8080.`,
    );
  }
  const list = taken.slice(0, maxListed).map((use) => `  ${use.port} (${use.user})\n`);
  if (taken.length > maxListed) list.push(`  and ${taken.length - maxListed} more\n`);
  const free = await findFreeBlock(port + portBlockSize, replicas);
  throw new StartFailure(
    `${taken.length === 1 ? 'A port is' : 'Ports are'} taken by another program:\n${list.join('')}` +
      `Stop that program, or choose other ports: add --port ${free}`,
  );
}
