import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillSecrets } from '@pas/tools/fill-secrets';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { waitUntil } from '@pas/testing/wait-until';
import type { Engine } from './engine.ts';
import { toLegacyCompose } from './legacy-compose.ts';

const run = promisify(execFile);

/** The state of a container, as the engine shows it. */
export interface ContainerState {
  service: string;
  pid: number;
  status: string;
  exitCode: number;
  health: string | null;
  isReadOnly: boolean;
  memoryBytes: number;
  cpus: number;
  pids: number;
  restarts: number;
}

interface ContainerInspection {
  Config: { Labels: Record<string, string> };
  State: { Pid: number; Status: string; ExitCode: number; Health?: { Status: string } };
  HostConfig: { ReadonlyRootfs: boolean; Memory: number; NanoCpus: number; PidsLimit: number | null };
  RestartCount: number;
}

const toState = ({ Config, State, HostConfig, RestartCount }: ContainerInspection): ContainerState => ({
  service: Config.Labels['com.docker.compose.service'] ?? '',
  pid: State.Pid,
  status: State.Status,
  exitCode: State.ExitCode,
  health: State.Health?.Status ?? null,
  isReadOnly: HostConfig.ReadonlyRootfs,
  memoryBytes: HostConfig.Memory,
  cpus: HostConfig.NanoCpus / 1e9,
  pids: HostConfig.PidsLimit ?? 0,
  restarts: RestartCount,
});

/** The containers of docker-compose.yml with the profile `local`. */
export interface ComposedSystem {
  /** A folder with `.data/local.json`, in which the README's blocks run. */
  directory: string;
  compose(...args: readonly string[]): Promise<string>;
  states(): Promise<ContainerState[]>;
  /** Waits until a service's container is healthy with another process than before. */
  awaitHealth(service: string, formerPid?: number): Promise<ContainerState>;
  remove(): Promise<void>;
}

/** Prepares a folder with docker-compose.yml for this engine, and with new secrets. */
export function prepareSystem(engine: Engine): ComposedSystem {
  const directory = mkdtempSync(join(tmpdir(), 'property-access-compose-'));
  const read = (path: string): string => readFileSync(join(repositoryDir, path), 'utf8');
  writeFileSync(join(directory, 'docker-compose.yml'), toLegacyCompose(read('docker-compose.yml')));
  writeFileSync(join(directory, '.env'), fillSecrets(read('.env.example')));
  cpSync(join(repositoryDir, 'docker'), join(directory, 'docker'), { recursive: true });
  mkdirSync(join(directory, '.data'));

  const compose = async (...args: readonly string[]): Promise<string> => {
    const named = ['--project-name', 'property-access', ...args];
    const { stdout } = await run('/usr/bin/docker-compose', named, { cwd: directory, env: engine.env });
    return stdout.trim();
  };
  const states = async (): Promise<ContainerState[]> => {
    const ids = await compose('ps', '--all', '--quiet');
    return (JSON.parse(await engine.docker('inspect', ...ids.split('\n'))) as ContainerInspection[]).map(
      toState,
    );
  };
  return {
    directory,
    compose,
    states,
    awaitHealth: (service, formerPid) =>
      waitUntil(
        async () =>
          (await states()).find(
            (state) => state.service === service && state.health === 'healthy' && state.pid !== formerPid,
          ),
        { what: `a healthy container of ${service}`, timeoutMs: 600_000, everyMs: 1_000 },
      ),
    async remove() {
      await compose('--profile', 'local', 'down', '--volumes', '--timeout', '5');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
