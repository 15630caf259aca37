import { Agent } from 'node:http';
import { requestTimeoutMs } from '../measure/call-closed-loop.ts';
import { sendRequest, type BenchRequest } from '../measure/send-request.ts';
import type { BenchSystem } from './run-system.ts';

/** Headers of a request to the Admin API with an API key. */
export const adminHeaders = (key: string) => ({ authorization: `Bearer ${key}`, 'x-admin-env': 'DEV' });

/** Makes a request to the Admin API, by default with the first tenant's key. */
export const adminRequest = (
  { local }: BenchSystem,
  path: string,
  body?: unknown,
  key = local.apiKey,
): BenchRequest => ({ url: `${local.gatewayUrl}/api/admin${path}`, headers: adminHeaders(key), body });

/**
 * Sends one request and reads its answer.
 *
 * @param localAddress the caller's own address; by default that of the machine
 * @throws Error for any answer but 2xx
 */
export async function ask<Body>(request: BenchRequest, localAddress?: string): Promise<Body> {
  const agent = new Agent(localAddress === undefined ? {} : { localAddress });
  const { status, text } = await sendRequest(agent, request, requestTimeoutMs);
  agent.destroy();
  if (typeof status === 'number' && status < 300) return JSON.parse(text) as Body;
  throw new Error(`${request.url} answered ${status}: ${text}`);
}

/** A property, and the tenant that it belongs to. */
export interface BenchProperty {
  propertyId: string;
  tenantId: string;
}

/** Makes a property of the tenant of a key, by default of the first one. */
export async function makeProperty(system: BenchSystem, name: string, key?: string): Promise<BenchProperty> {
  const request = adminRequest(system, '/properties', { name, address: { country: 'US' } }, key);
  const { property } = await ask<{ property: { id: string } }>(request);
  const row = await system.core
    .collection<{ _id: string; tenantId: string }>('properties')
    .findOne({ _id: property.id });
  return { propertyId: property.id, tenantId: row?.tenantId ?? '' };
}

/** Gives a unit a telephone number of its own. */
export async function addNumber(system: BenchSystem, number: string, unitId: string): Promise<void> {
  const body = { number, provider: 'TELEPHONY_A', capabilities: ['VOICE'] };
  const { virtualNumber } = await ask<{ virtualNumber: { id: string } }>(
    adminRequest(system, '/virtual-numbers', body),
  );
  await ask(adminRequest(system, `/virtual-numbers/${virtualNumber.id}/assign`, { unitId }));
}

/** Makes labels that no unit has yet. */
export function freshLabels(prefix = 'Apt'): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `${prefix} ${made}`;
  };
}
