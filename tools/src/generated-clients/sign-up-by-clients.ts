import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { startLocalSystem, type LocalSystem } from '../local-system/start-local-system.ts';
import { claimFreeBlock } from '../local-system/taken-ports.ts';
import { compiled, generated, pythonTool, run } from './client-home.ts';

const journeys = join(import.meta.dirname, 'journeys');
const firstPort = 21_000;

/** Copies the programs that use the clients beside them, so that the type checkers read both. */
export async function copyJourneys(): Promise<void> {
  for (const file of await readdir(journeys)) {
    const target = file.endsWith('.py') ? join('python', file) : basename(file, '.txt');
    await copyFile(join(journeys, file), join(generated, target));
  }
}

const startSystem = async (dataDir: string, signal: AbortSignal): Promise<LocalSystem> => {
  const { port } = await claimFreeBlock(firstPort, 1);
  return startLocalSystem({
    port,
    dataDir,
    profile: 'tiny',
    replicas: 1,
    tls: false,
    watched: null,
    environment: process.env,
    restarts: false,
    hasGatewayReplicas: false,
    drainMs: 0,
    report: () => undefined,
    signal,
  });
};

const python = join(generated, 'python');
const pythonPath = [join(python, 'admin'), join(python, 'resident')].join(delimiter);

const clients = [
  { name: 'hey-api', program: [process.execPath, join(compiled, 'hey-api.js')] },
  { name: 'openapi-typescript', program: [process.execPath, join(compiled, 'openapi-typescript.js')] },
  {
    name: 'openapi-python-client',
    program: [pythonTool('python'), join(python, 'openapi_python_client.py')],
  },
] as const;

/** Signs a resident up with each client and prints its line. */
async function runJourneys({ gatewayUrl, apiKey }: LocalSystem['local'], signal: AbortSignal): Promise<void> {
  const env = { ...process.env, PYTHONPATH: pythonPath };
  for (const { name, program } of clients) {
    signal.throwIfAborted();
    const [executable, file] = program;
    const result = await run(executable, [file, gatewayUrl, apiKey, `${name}@example.test`], env);
    console.log(`${name}: ${result}`);
  }
}

/**
 * Signs a resident up with each client, against a local system of its own, which ends afterwards and at Ctrl-C. Prints
 * one line for each client.
 *
 * @throws Error with the output of a client that fails
 */
export async function signUpByClients(): Promise<void> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const dataDir = await mkdtemp(join(tmpdir(), 'property-access-clients-'));
  try {
    const { local, stop } = await startSystem(dataDir, interrupt.signal);
    try {
      await runJourneys(local, interrupt.signal);
    } finally {
      await stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
