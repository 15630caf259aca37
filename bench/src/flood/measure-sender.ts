import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { waitUntil } from '@pas/testing/wait-until';
import { callAtRate } from '../measure/call-at-rate.ts';
import { callClosedLoop } from '../measure/call-closed-loop.ts';
import { perUnit } from '../measure/cpu-times.ts';
import { latencyOf, type Latency } from '../measure/percentile.ts';
import { startMeter, withoutIdle } from '../measure/usage.ts';
import { adminRequest, ask, freshLabels, makeProperty } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { Flood } from './measure-acknowledgements.ts';

/**
 * Figures of the delivery of events to an endpoint. The latency begins at the time in the event, just before its commit.
 * It ends when the first try arrives.
 */
export interface SenderFigures extends Latency {
  events: number;
  delivered: number;
  /** Processor time per delivery by process, in milliseconds. It includes the change that causes the event. */
  cpuMs: Record<string, number>;
  /** Commands to mongod per delivery, including those of the change. */
  commands: Record<string, number>;
}

/** Load of the measurement: invites per second, and its duration. */
export interface MeasureSender {
  perSecond: number;
  durationMs: number;
}

const maxArrivalMs = 120_000;

/** Starts an endpoint that accepts everything and records the age of each event at its first arrival. */
async function startEndpoint() {
  const agesMs = new Map<string, number>();
  const server = createServer((request, response) => {
    const arrivedAt = Date.now();
    void json(request).then((body) => {
      const { timestamp } = body as { timestamp: string };
      const id = String(request.headers['webhook-id']);
      if (!agesMs.has(id)) agesMs.set(id, arrivedAt - Date.parse(timestamp));
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { agesMs, server, url: `http://127.0.0.1:${port}/hook` };
}

/** Makes a unit for each invite, since invites of one unit would wait for each other. */
async function makeUnits(system: BenchSystem, count: number): Promise<string[]> {
  const label = freshLabels('Sent');
  const { propertyId } = await makeProperty(system, 'Sender');
  const unitIds: string[] = [];
  let left = count;
  await callClosedLoop({
    callers: 4,
    durationMs: maxArrivalMs,
    next: () => (left-- > 0 ? adminRequest(system, '/units', { propertyId, label: label() }) : null),
    onSuccess: (text) => unitIds.push((JSON.parse(text) as { unit: { id: string } }).unit.id),
  });
  return unitIds;
}

/** Creates invites at a rate, and measures the delay and cost of delivering their events. */
export async function measureSender(
  { system, metered, idle }: Flood,
  { perSecond, durationMs }: MeasureSender,
): Promise<SenderFigures> {
  const { agesMs, server, url } = await startEndpoint();
  const unitIds = await makeUnits(system, Math.ceil((perSecond * durationMs) / 1000) + 1);
  const { webhookEndpoint } = await ask<{ webhookEndpoint: { id: string } }>(
    adminRequest(system, '/webhook-endpoints', { url, events: ['invite.created'] }),
  );
  let count = 0;
  const next = () => {
    const unitId = unitIds[count % unitIds.length];
    count += 1;
    const body = { unitId, inviteeEmail: `sent${count}@bench.test` };
    return adminRequest(system, '/onboarding/invite', body);
  };
  const endMeter = await startMeter(metered);
  const { succeeded } = await callAtRate({ perSecond, next, until: AbortSignal.timeout(durationMs) });
  const hasAll = (): boolean => agesMs.size >= succeeded;
  await waitUntil(hasAll, { what: 'the events to arrive', timeoutMs: maxArrivalMs }).catch(() => undefined);
  const { cpuMs, commands } = withoutIdle(await endMeter(), idle);
  const { core } = system;
  await core
    .collection<{ _id: string }>('webhook_endpoints')
    .updateOne({ _id: webhookEndpoint.id }, { $set: { status: 'PAUSED' } });
  server.closeAllConnections();
  server.close();
  const ages = [...agesMs.values()];
  return {
    events: succeeded,
    delivered: ages.length,
    ...latencyOf(ages),
    cpuMs: perUnit(cpuMs, Math.max(1, ages.length)),
    commands: perUnit(commands, Math.max(1, ages.length)),
  };
}
