import type { Cluster } from '../start-cluster.ts';

/** The acts on a process of the shared system. */
const verbs = [
  'kill',
  'pause',
  'resume',
  'start',
  'shiftClock',
  'prepareClock',
  'stepClock',
  'configure',
  'runFrom',
  'stopProcess',
] as const;

type Verb = (typeof verbs)[number];

/** The acts with which a test harms and restores a system. */
export type Harms = Pick<Cluster, Verb>;

/** One act that a worker requests, because the processes are children of the test run. */
export interface Harm {
  verb: Verb;
  args: readonly unknown[];
}

/** Whether a body requests an act. */
export function isHarm(body: unknown): body is Harm {
  const { verb, args } = (body ?? {}) as Partial<Harm>;
  return verbs.some((each) => each === verb) && Array.isArray(args);
}

/** Returns the acts on the system at an address. */
export function harmsAt(url: string): Harms {
  const ask = async (verb: Verb, ...args: readonly unknown[]): Promise<void> => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ verb, args }) });
    if (!response.ok) throw new Error(await response.text());
  };
  return {
    kill: (...args) => ask('kill', ...args),
    pause: (...args) => ask('pause', ...args),
    resume: (...args) => ask('resume', ...args),
    start: (...args) => ask('start', ...args),
    shiftClock: (...args) => ask('shiftClock', ...args),
    prepareClock: (...args) => ask('prepareClock', ...args),
    stepClock: (...args) => ask('stepClock', ...args),
    configure: (...args) => ask('configure', ...args),
    runFrom: (...args) => ask('runFrom', ...args),
    stopProcess: (...args) => ask('stopProcess', ...args),
  };
}
