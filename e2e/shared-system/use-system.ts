import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificatesIn } from '@pas/tools/local-system/certificates';
import { openDataDirectory } from '@pas/tools/local-system/data-directory';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import { portalUrlOf, type Blueprint, type Sites } from '@pas/tools/local-system/plans/blueprint';
import { assignPorts } from '@pas/tools/local-system/ports';
import { keepSecrets, type LocalEnvironment } from '@pas/tools/local-system/secrets';
import { waitUntil } from '@pas/testing/wait-until';
import { inject } from 'vitest';

/** Facts of the shared system. */
export interface SharedSystemFacts {
  /** The content of `local.json`. */
  local: LocalFile;
  dataDir: string;
  /** The names of all processes. */
  processes: readonly string[];
  /** Replicas of each service. */
  replicas: number;
  /** Members of each store. Default 1. */
  storeMembers?: number | undefined;
  /** Networks of the processes. Default: all run on 127.0.0.1. */
  sites?: Sites | null | undefined;
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

/** One system of many test files, each with its own entities. */
export interface SharedSystem extends SharedSystemFacts {
  /** Returns the address of the gateway whose default is this environment. */
  portalOf(environment: LocalEnvironment): string;
  /** Returns the log lines of a process with a correlation id. */
  logOf(name: string, correlationId: string): LogLine[];
  /** Returns the whole log of a process. */
  wholeLogOf(name: string): string;
  /** The plan of the system: ports, secrets and directories of every process. */
  blueprint: Blueprint;
}

/** Derives the plan of a running system from its facts and the secrets in its directory. */
export function planOf({
  local,
  dataDir,
  replicas,
  storeMembers,
  sites = null,
}: Omit<SharedSystemFacts, 'processes'>): Blueprint {
  const directory = openDataDirectory(dataDir);
  return {
    directory,
    ports: assignPorts(Number(new URL(local.gatewayUrl).port), replicas, storeMembers),
    secrets: keepSecrets(directory.secretsFile),
    tls: null,
    apnsTls: certificatesIn(directory.certificates),
    watched: null,
    hasGatewayReplicas: false,
    sites,
    drainMs: 0,
    inherited: { PATH: process.env['PATH'] ?? '' },
    webhookVariables: {},
  };
}

/**
 * Parses the lines with a correlation id; other lines of the long logs are not parsed. Skips Node's warnings,
 * which are not JSON, and an incomplete last line.
 */
function linesOf(text: string, correlationId: string): LogLine[] {
  const isWhole = (line: string): boolean => line.startsWith('{') && line.endsWith('}');
  const lines = text.split('\n').filter((line) => line.includes(correlationId) && isWhole(line));
  return lines
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => line.correlationId === correlationId);
}

/** Slightly less than the timeout of the test files' hooks. */
export const startTimeoutMs = 580_000;

/**
 * Waits for the shared system of this run; the first call starts it.
 *
 * @throws Error with the reason of a failed start
 */
export async function useSystem(): Promise<SharedSystem> {
  // On a busy machine the start takes longer than the timeout of a connection without an answer.
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
    portalOf: (environment) => portalUrlOf(blueprint, environment),
    logOf: (name, correlationId) => linesOf(wholeLogOf(name), correlationId),
    wholeLogOf,
  };
}
