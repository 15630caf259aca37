import { existsSync, rmSync } from 'node:fs';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { findBuild } from './find-build.ts';
import { keepCertificates } from './certificates.ts';
import { writeCliEnvironment } from './cli-environment.ts';
import type { CommandLine } from './command-line.ts';
import { openDataDirectory, type DataDirectory } from './data-directory.ts';
import { Fleet } from './fleet.ts';
import { endLeftovers, holderOf, openLedger, type Ledger } from './ledger.ts';
import { describeLocally, type LocalFile } from './local-file.ts';
import type { Blueprint, Sites } from './plans/blueprint.ts';
import { planDatabases } from './plans/plan-databases.ts';
import { planGateways } from './plans/plan-gateways.ts';
import type { ProcessPlan } from './plans/process-plan.ts';
import { planSandbox } from './plans/plan-sandbox.ts';
import { planServices } from './plans/plan-services.ts';
import { formReplicaSet, planMongods, planNatsServers } from './plans/plan-stores.ts';
import { assignPorts } from './ports.ts';
import { remindOfWaiting } from './remind-of-waiting.ts';
import { keepSecrets } from './secrets.ts';
import { StartFailure } from './start-failure.ts';
import { requireFreePorts } from './taken-ports.ts';
import { webhookVariableNames } from './webhook-secrets.ts';
import { writePrivateJson } from './write-private-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Options of a local system. */
export interface LocalSystemOptions extends CommandLine {
  /** The caller's environment. Processes get the relevant variables. */
  environment: Environment;
  /** True to restart a process that ends unexpectedly. Tests use false to observe the outage. */
  restarts: boolean;
  /** True when `replicas` also applies to gateways, which share a port. */
  hasGatewayReplicas: boolean;
  /** Milliseconds that a stopping service stays reachable. */
  drainMs: number;
  /** Members of each store: one, or three with two processes of workers. Default 1. */
  storeMembers?: number;
  /** Networks of the processes. Default: all run on 127.0.0.1. */
  sites?: Sites | null;
  /** Prints a message on the console. */
  report: (line: string) => void;
  /** Aborts the start. */
  signal?: AbortSignal;
}

/** A running local system. */
export interface LocalSystem {
  /** Content of `local.json`. */
  local: LocalFile;
  directory: DataDirectory;
  /** Processes by name: `gateway`, `admin-1`, `mongod` and so on. */
  fleet: Fleet;
  /** Stops all processes in order. Resolves when all have ended. */
  stop: () => Promise<void>;
}

/** Variables of the caller's environment that processes inherit. */
const inheritedNames = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'BUILD_ID',
  'NODE_OPTIONS',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'NO_COLOR',
  'NODE_EXTRA_CA_CERTS',
];

function pick(environment: Environment, names: readonly string[]): Record<string, string> {
  const set = names.flatMap((name) => {
    const value = environment[name];
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(set);
}

async function createBlueprint(options: LocalSystemOptions, directory: DataDirectory): Promise<Blueprint> {
  const certificates = await keepCertificates(directory.certificates);
  // This process polls the readiness of the others.
  if (options.tls) trustAuthorities(certificates.caFile);
  return {
    directory,
    tls: options.tls ? certificates : null,
    apnsTls: certificates,
    ports: assignPorts(options.port, options.replicas, options.storeMembers),
    secrets: keepSecrets(directory.secretsFile),
    watched: options.watched,
    hasGatewayReplicas: options.hasGatewayReplicas && options.replicas > 1,
    sites: options.sites ?? null,
    drainMs: options.drainMs,
    inherited: { BUILD_ID: await findBuild(), ...pick(options.environment, inheritedNames) },
    webhookVariables: pick(options.environment, webhookVariableNames),
  };
}

/**
 * Starts everything as concurrently as possible. Services start after mongod, because a dozen loading programs would
 * delay it and the indexes that all need.
 */
async function startAll(fleet: Fleet, blueprint: Blueprint, options: LocalSystemOptions): Promise<void> {
  const startAllOf = (planned: readonly ProcessPlan[]) =>
    Promise.all(planned.map((plan) => fleet.start(plan)));
  const mongods = async (): Promise<void> => {
    await startAllOf(planMongods(blueprint));
    await formReplicaSet(blueprint);
  };
  if (options.storesOnly) {
    await Promise.all([startAllOf(planNatsServers(blueprint)), mongods()]);
    return;
  }
  const stores = [startAllOf(planNatsServers(blueprint)), fleet.run(planDatabases(blueprint, options))];
  const services = async (): Promise<void> => {
    await mongods();
    await startAllOf([...planServices(blueprint), ...planGateways(blueprint)]);
  };
  await Promise.all([services(), ...stores, fleet.start(planSandbox(blueprint))]);
}

function rejectWhenAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Runs the whole system on this machine. Resolves when every process is ready and `local.json` is written.
 *
 * @throws StartFailure when a port or the data directory is in use, or a process cannot start. Throws the signal's
 *   reason after an abort. No process keeps running.
 */
export async function startLocalSystem(options: LocalSystemOptions): Promise<LocalSystem> {
  const directory = openDataDirectory(options.dataDir);
  const ledger = await takeDirectory(directory, options.report);
  try {
    rmSync(directory.localFile, { force: true });
    const blueprint = await createBlueprint(options, directory);
    await requireFreePorts(blueprint.ports.all, options);
    return await runFleet(blueprint, options, ledger);
  } catch (error) {
    ledger.close();
    throw error;
  }
}

/** @throws StartFailure when another running system uses the data directory */
async function takeDirectory(
  { path, ledgerFile }: DataDirectory,
  report: (line: string) => void,
): Promise<Ledger> {
  const holder = holderOf(ledgerFile);
  if (holder !== null) {
    throw new StartFailure(
      `A local system runs on ${path} already (process ${holder}).\n` +
        'Stop it with Ctrl-C, or run a second one beside it: script/server --data OTHER_DIR --port OTHER_PORT',
    );
  }
  const ended = existsSync(ledgerFile) ? await endLeftovers(ledgerFile) : [];
  if (ended.length > 0) report(`Ended processes that an earlier run had left: ${ended.join(', ')}.`);
  return openLedger(ledgerFile);
}

async function runFleet(
  blueprint: Blueprint,
  options: LocalSystemOptions,
  ledger: Ledger,
): Promise<LocalSystem> {
  const { directory } = blueprint;
  const fleet = new Fleet({ ...options, ledger, logsDir: directory.logs });
  const stop = async (): Promise<void> => {
    rmSync(directory.localFile, { force: true });
    await fleet.stop();
  };
  const stopReminding = remindOfWaiting(fleet, options.report);
  try {
    await Promise.race([startAll(fleet, blueprint, options), rejectWhenAborted(options.signal)]);
    const local = describeLocally(blueprint, options);
    writeCliEnvironment(blueprint);
    writePrivateJson(directory.localFile, local);
    return { local, directory, fleet, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    stopReminding();
  }
}
