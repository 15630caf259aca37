import { Agent } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callClosedLoop, requestTimeoutMs } from '../measure/call-closed-loop.ts';
import { sendRequest } from '../measure/send-request.ts';
import { adminRequest, freshLabels, makeProperty, type BenchProperty } from '../system/admin-api.ts';
import { restartServices, serviceNames, stopServices, withNodeOptions } from '../system/restart-services.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { auditOf, markEvents, waitUntilSealed } from '../system/watch-events.ts';
import { commandsFile, readCommands, readRequests, type Step } from './read-steps.ts';

/** One request and everything that the system did from its beginning until its audit record was sealed. */
export interface Trace {
  /** Until the answer was there, in milliseconds. */
  answeredMs: number;
  /** Until the record was sealed. */
  sealedMs: number;
  startedAt: number;
  /** In order of their beginning. */
  steps: Step[];
}

/** A request that was answered and whose record is sealed; moments in milliseconds since 1970. */
interface TracedRequest {
  correlationId: string;
  startedAt: number;
  answeredAt: number;
  sealedAt: number;
}

/** Duration of the warm-up, in which V8 compiles hot code. */
const warmUpMs = 6000;
const tracedRequests = 15;

/** Time for the events that follow the sealed record of a request. */
const afterSealingMs = 100;

const recorder = pathToFileURL(join(import.meta.dirname, 'programs/record-commands.ts')).href;

/** Restarts the services, each of which then records its commands. */
async function recordCommands(system: BenchSystem): Promise<void> {
  const monitored = (url = ''): string => `${url}&monitorCommands=true`;
  await restartServices(system, (plan) => ({
    ...withNodeOptions(plan, '--import', recorder),
    env: {
      ...plan.env,
      MONGO_URL: monitored(plan.env['MONGO_URL']),
      CONTROL_MONGO_URL: monitored(plan.env['CONTROL_MONGO_URL']),
      TRACE_FILE: commandsFile(system.dir, plan.name),
    },
  }));
}

/** Sends requests one after the other, each after all effects of the one before. */
async function sendOneByOne(
  system: BenchSystem,
  { propertyId, tenantId }: BenchProperty,
): Promise<TracedRequest[]> {
  const agent = new Agent({ keepAlive: true });
  const sent: TracedRequest[] = [];
  while (sent.length < tracedRequests) {
    const correlationId = `bench-trace-${sent.length}`;
    const request = adminRequest(system, '/units', { propertyId, label: `Traced ${sent.length}` });
    const headers = { ...request.headers, 'x-correlation-id': correlationId };
    const mark = await markEvents(system, tenantId);
    const startedAt = performance.timeOrigin + performance.now();
    const { status, ms } = await sendRequest(agent, { ...request, headers }, requestTimeoutMs);
    if (status !== 201) throw new Error(`The request to trace was answered ${status}.`);
    await waitUntilSealed(system, mark, 1);
    const record = await auditOf(system).findOne({ tenantId, seq: mark.seq + 1 });
    const sealedAt = record?.recordedAt.getTime() ?? NaN;
    sent.push({ correlationId, startedAt, answeredAt: startedAt + ms, sealedAt });
  }
  agent.destroy();
  return sent;
}

/** Reads the recorded steps of one request in every process; the services must have ended. */
function readTrace({ dir, fleet }: BenchSystem, names: readonly string[], sent: TracedRequest): Trace {
  const { correlationId, startedAt, answeredAt, sealedAt } = sent;
  const steps = names.flatMap((name) => [
    ...readRequests(fleet.get(name).logFile, name, correlationId),
    ...readCommands(dir, name).filter(
      (step) => step.startedAt >= startedAt && step.startedAt <= sealedAt + afterSealingMs,
    ),
  ]);
  return {
    startedAt,
    answeredMs: answeredAt - startedAt,
    sealedMs: sealedAt - startedAt,
    steps: steps.toSorted((a, b) => a.startedAt - b.startedAt),
  };
}

/** Starts the whole system, and follows creations of units through all of its processes. */
export async function traceWrites(): Promise<Trace[]> {
  const system = await runSystem();
  try {
    await recordCommands(system);
    const names = serviceNames(system);
    const property = await makeProperty(system, 'Harbor View');
    const label = freshLabels();
    const next = () => adminRequest(system, '/units', { propertyId: property.propertyId, label: label() });
    await callClosedLoop({ callers: 1, durationMs: warmUpMs, next });
    const sent = await sendOneByOne(system, property);
    await stopServices(system);
    return sent.map((each) => readTrace(system, names, each));
  } finally {
    await system.stop();
  }
}
