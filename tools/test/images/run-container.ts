import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { killOnExit } from '@pas/testing/end-process';
import { waitUntil } from '@pas/testing/wait-until';
import { commandOf, recipeOf, settingOf } from '../../src/images/dockerfile.ts';
import { environmentIn, placeIn, type LaidOutImage } from '../../src/images/make-image.ts';

const execute = promisify(execFile);

/** A process that has to load everything takes its time beside other tests. */
const startTimeoutMs = 100_000;

/** What a container is started with, as a compose file gives it. */
interface ContainerStart {
  environment: Readonly<Record<string, string>>;
  /** In place of the image's own words. */
  command?: readonly string[];
}

/** A process that was started as an engine would start an image's. */
export interface Container {
  /**
   * Runs the image's health check, again where it fails: an engine gives it several tries too.
   *
   * @throws Error when it never finds the process healthy
   */
  becomeHealthy(): Promise<void>;
  /** Asks the process to end by the image's signal, and answers its exit code. */
  stop(): Promise<number | null>;
}

/** How a process of an image is run: in its work directory, with nothing of this process's environment. */
function settingsOf(image: LaidOutImage, { environment }: ContainerStart) {
  return { cwd: placeIn(image, '.'), env: { ...environmentIn(image), ...environment } };
}

function programOf({ dockerfile }: LaidOutImage, { command = [] }: ContainerStart): string[] {
  const words = command.length > 0 ? command : commandOf(dockerfile, 'CMD');
  return [...commandOf(dockerfile, 'ENTRYPOINT'), ...words].slice(1);
}

/**
 * Runs what the build of an image runs with Node.
 *
 * @throws Error with what the program wrote, where the build would end
 */
export async function runBuildPrograms(image: LaidOutImage): Promise<void> {
  const runs = recipeOf(image.dockerfile).filter(({ keyword }) => keyword === 'RUN');
  for (const { text } of runs.filter((run) => run.text.startsWith('["node", '))) {
    const words = JSON.parse(text) as string[];
    await execute(process.execPath, words.slice(1), settingsOf(image, { environment: {} }));
  }
}

/**
 * Runs an image whose program ends by itself; true says that it ended well.
 *
 * @throws Error with what the program wrote, when it ends otherwise than well
 */
export async function runToEnd(image: LaidOutImage, start: ContainerStart): Promise<true> {
  await execute(process.execPath, programOf(image, start), settingsOf(image, start));
  return true;
}

/**
 * Starts an image and waits until an address of it answers 200.
 *
 * @throws Error with what the program wrote, when it ends or stays unready
 */
export async function startContainer(
  image: LaidOutImage,
  start: ContainerStart,
  readyUrl: string,
): Promise<Container> {
  const settings = settingsOf(image, start);
  const child = spawn(process.execPath, programOf(image, start), {
    ...settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => written.push(String(part)));
  const pid = child.pid as number;
  const forget = killOnExit(pid);
  const exited = once(child, 'exit').then(([code]) => {
    forget();
    return code as number | null;
  });
  const ended = exited.then((code) => {
    throw new Error(`${image.dockerfile.name} ended with ${String(code)}:\n${written.join('')}`);
  });
  ended.catch(() => undefined);
  const isReady = waitUntil(async () => (await fetch(readyUrl)).ok, {
    what: `200 from ${readyUrl}`,
    timeoutMs: startTimeoutMs,
  });
  await Promise.race([isReady, ended]);
  return {
    becomeHealthy: async () => {
      const check = commandOf(image.dockerfile, 'HEALTHCHECK').slice(1);
      await waitUntil(() => execute(process.execPath, check, settings), { what: 'a good health check' });
    },
    stop: () => {
      child.kill(settingOf(image.dockerfile, 'STOPSIGNAL') as NodeJS.Signals);
      return exited;
    },
  };
}
