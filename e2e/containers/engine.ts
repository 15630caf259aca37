import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { waitUntil } from '@pas/testing/wait-until';

const run = promisify(execFile);

/** Programs of the distribution's packages docker.io, docker-compose and debootstrap. */
const programs = ['/usr/sbin/dockerd', '/usr/bin/docker', '/usr/bin/docker-compose', '/usr/sbin/debootstrap'];

/** Returns why this machine cannot run the containers; null if it can. */
export function findObstacle(): string | null {
  const missing = programs.filter((program) => !existsSync(program));
  if (missing.length > 0) return `${missing.join(', ')} missing`;
  return process.getuid?.() === 0 ? null : 'not root';
}

/** A container engine of the tests, with its own images and volumes. */
export interface Engine {
  /** Runs the client; resolves with its standard output. */
  docker(...args: readonly string[]): Promise<string>;
  /** Runs a program with this engine. Its output is added to the log. */
  build(program: string, ...args: readonly string[]): Promise<void>;
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/**
 * Starts an engine that changes no firewall and no other engine. Images, and the build's caches, are kept in `home`.
 *
 * Without firewall rules, containers reach each other and published ports of loopback, but nothing outside.
 */
export async function startEngine(home: string): Promise<Engine> {
  mkdirSync(home, { recursive: true });
  const logFile = join(home, 'engine.log');
  const log = openSync(logFile, 'a');
  const socket = `unix://${join(home, 'docker.sock')}`;
  const places = [
    '--data-root',
    join(home, 'data'),
    '--exec-root',
    join(home, 'run'),
    '--pidfile',
    join(home, 'pid'),
  ];
  const network = ['--iptables=false', '--ip6tables=false', '--ip-forward=false', '--bridge=none'];
  const daemon = spawn('/usr/sbin/dockerd', [...places, ...network, '--host', socket], {
    stdio: ['ignore', log, log],
  });
  const ended = once(daemon, 'exit');
  const env = {
    ...process.env,
    DOCKER: '/usr/bin/docker',
    DOCKER_HOST: socket,
    COMPOSE_HTTP_TIMEOUT: '600',
    PATH: `${join(repositoryDir, '.tools/bin')}:${process.env['PATH'] ?? ''}`,
  };
  const docker = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('/usr/bin/docker', args, { env, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  };
  const build = async (program: string, ...args: readonly string[]): Promise<void> => {
    const child = spawn(program, args, { env, stdio: ['ignore', log, log] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0)
      throw new Error(`${program} ends with ${code}:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
  };
  const stop = async (): Promise<void> => {
    daemon.kill('SIGTERM');
    await ended;
    closeSync(log);
  };
  const isUp = async (): Promise<boolean> => {
    if (daemon.exitCode !== null)
      throw new Error(`dockerd ended: ${readFileSync(logFile, 'utf8').slice(-2000)}`);
    return (await docker('version')) !== '';
  };
  try {
    await waitUntil(isUp, { what: 'the container engine', everyMs: 500 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { docker, build, env, stop };
}
