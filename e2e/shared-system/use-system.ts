import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificatesIn } from '@pas/tools/local-system/certificates';
import { openDataDirectory } from '@pas/tools/local-system/data-directory';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import type { Blueprint } from '@pas/tools/local-system/plans/blueprint';
import { layPorts } from '@pas/tools/local-system/ports';
import { keepSecrets, type LocalEnvironment } from '@pas/tools/local-system/secrets';
import { waitUntil } from '@pas/testing/wait-until';
import { inject } from 'vitest';

/** What a test file is told of the shared system. */
export interface SharedSystemFacts {
  /** As `local.json` has it. */
  local: LocalFile;
  dataDir: string;
  /** The names of all processes. */
  processes: readonly string[];
  /** Of each service. */
  replicas: number;
}

/** A line of a service's log. */
export interface LogLine {
  service: string;
  msg: string;
  correlationId?: string;
  traceparent?: string;
  path?: string;
  durable?: string;
}

/** One system that many test files use, each with entities of its own. */
export interface SharedSystem extends SharedSystemFacts {
  /** The gateway whose default is this environment: where its residents are. */
  portalOf(environment: LocalEnvironment): string;
  /** What a process has logged under a correlation id. */
  logOf(name: string, correlationId: string): LogLine[];
  /** All that a process has written. */
  wholeLogOf(name: string): string;
  /** As the system was planned: ports, secrets and places of every process. */
  blueprint: Blueprint;
}

/** Works out from a running system's facts what was planned for it: the places and secrets are kept in its directory. */
export function planOf({
  local,
  dataDir,
  replicas,
}: Pick<SharedSystemFacts, 'local' | 'dataDir' | 'replicas'>): Blueprint {
  const directory = openDataDirectory(dataDir);
  return {
    directory,
    ports: layPorts(Number(new URL(local.gatewayUrl).port), replicas),
    secrets: keepSecrets(directory.secretsFile),
    tls: null,
    apnsTls: certificatesIn(directory.certificates),
    watched: null,
    hasGatewayReplicas: false,
    drainMs: 0,
    inherited: { PATH: process.env['PATH'] ?? '' },
    webhookVariables: {},
  };
}

/**
 * The lines of one piece of work. Lines of services are JSON; Node's own warnings are not, and the last line may still be
 * under way. The logs are long: other lines are not parsed.
 */
function linesOf(text: string, correlationId: string): LogLine[] {
  const isWhole = (line: string): boolean => line.startsWith('{') && line.endsWith('}');
  const lines = text.split('\n').filter((line) => line.includes(correlationId) && isWhole(line));
  return lines
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => line.correlationId === correlationId);
}

/** A little less than the hooks of test files may take. */
const startTimeoutMs = 280_000;

/**
 * Waits for the system that the test files of this run share; the first one to ask has it started.
 *
 * @throws Error with the reason when it can't be started
 */
export async function useSystem(): Promise<SharedSystem> {
  // On a busy machine the start takes longer than a connection without an answer lives.
  const response = await waitUntil(() => fetch(inject('sharedSystemUrl')), {
    what: 'the shared system',
    timeoutMs: startTimeoutMs,
  });
  if (!response.ok) throw new Error(await response.text());
  const facts = (await response.json()) as SharedSystemFacts;
  const blueprint = planOf(facts);
  const wholeLogOf = (name: string): string =>
    readFileSync(join(blueprint.directory.logs, `${name}.log`), 'utf8');
  return {
    ...facts,
    blueprint,
    portalOf: (environment) => facts.local.environments[environment].gatewayUrl,
    logOf: (name, correlationId) => linesOf(wholeLogOf(name), correlationId),
    wholeLogOf,
  };
}
