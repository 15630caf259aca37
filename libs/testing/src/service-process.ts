import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { killOnExit } from './end-process.ts';
import { freePort } from './free-port.ts';
import { programEnvironment } from './program-environment.ts';
import { waitUntil } from './wait-until.ts';

/** A service that runs as in production: its own Node process, configured by its environment. */
export interface ServiceProcess {
  url: string;
  /** Returns its output so far. */
  output(): string;
  /** Stops it with SIGTERM, as an orchestrator does, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it immediately, as a crash does. */
  kill(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts a service's `main.ts` and waits until it is ready.
 *
 * @param main the absolute path of `main.ts`
 * @param environment its whole configuration without `PORT`, which is a free port
 */
export async function startServiceProcess(main: string, environment: Environment): Promise<ServiceProcess> {
  const port = await freePort();
  const env = { ...programEnvironment(), DRAIN_MS: '0', ...environment, PORT: String(port) };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => written.push(String(part)));
  const forget = killOnExit(child);
  const exited = once(child, 'exit').then(([code]) => {
    forget();
    return code as number | null;
  });
  const output = (): string => written.join('');
  const url = `http://127.0.0.1:${port}`;
  const isReady = waitUntil(
    async () => {
      const response = await fetch(`${url}/readyz`);
      if (!response.ok) throw new Error(`It says: ${await response.text()}`);
      return true;
    },
    { what: 'the service to be ready' },
  );
  const isGone = exited.then((code) => {
    throw new Error(`The service ended with ${String(code)}:\n${output()}`);
  });
  isGone.catch(() => undefined);
  await Promise.race([isReady, isGone]);
  return {
    url,
    output,
    stop: async () => {
      child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
