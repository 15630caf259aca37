import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { assignPorts, portBlockSize, type PortUse } from './ports.ts';
import { StartFailure } from './start-failure.ts';

/** Maximum number of listed ports. Another local system uses dozens. */
const maxListed = 5;

/** The last port of a block. No process uses it: it belongs to the test that claims the block. */
const claimOffset = portBlockSize - 1;

/** Opens a port of this machine. */
async function open(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1').unref();
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

/** Returns why a port cannot be opened, such as `EADDRINUSE`; null when it is free. */
async function probe(port: number): Promise<string | null> {
  try {
    await close(await open(port));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** A block of free ports that no other test takes. */
export interface ClaimedBlock {
  /** Port of the gateway. */
  port: number;
  release: () => Promise<void>;
}

/**
 * Claims a block. A probe opens each port for a moment, which would disturb another test that starts its processes
 * there.
 *
 * @returns null when another test has claimed it, or another program uses one of its ports
 */
async function claim(port: number, uses: readonly PortUse[]): Promise<ClaimedBlock | null> {
  const guard = await open(port + claimOffset).catch(() => null);
  if (!guard) return null;
  const reasons = await Promise.all(uses.map((use) => probe(use.port)));
  if (reasons.every((reason) => reason === null)) return { port, release: () => close(guard) };
  await close(guard);
  return null;
}

/**
 * Claims a block of free ports until its release, or until this process ends.
 *
 * @throws Error when none of a hundred blocks is free
 */
export async function claimFreeBlock(from: number, replicas: number, members = 1): Promise<ClaimedBlock> {
  for (let port = from, tries = 0; tries < 100; port += portBlockSize, tries += 1) {
    if (port + portBlockSize > 32_768) port = 10_000;
    const block = await claim(port, assignPorts(port, replicas, members).all);
    if (block) return block;
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
  const free = await claimFreeBlock(port + portBlockSize, replicas);
  await free.release();
  throw new StartFailure(
    `${taken.length === 1 ? 'A port is' : 'Ports are'} taken by another program:\n${list.join('')}` +
      `Stop that program, or choose other ports: add --port ${free.port}`,
  );
}
