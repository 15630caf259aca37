import { Agent } from 'node:http';
import { requestTimeoutMs } from '../measure/call-closed-loop.ts';
import { sendRequest, type BenchRequest } from '../measure/send-request.ts';
import type { BenchSystem } from './run-system.ts';

/** Makes a request to the Admin API as the first tenant's key. */
export function adminRequest({ local }: BenchSystem, path: string, body?: unknown): BenchRequest {
  const headers = { authorization: `Bearer ${local.apiKey}`, 'x-admin-env': 'DEV' };
  return { url: `${local.gatewayUrl}/api/admin${path}`, headers, body };
}

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

/** Makes a property of the first tenant. */
export async function makeProperty(system: BenchSystem, name: string): Promise<BenchProperty> {
  const body = { name, address: { country: 'US' } };
  const answer = await ask<{ property: { id: string } }>(adminRequest(system, '/properties', body));
  const propertyId = answer.property.id;
  const row = await system.core.collection<{ _id: string; tenantId: string }>('properties').findOne({
    _id: propertyId,
  });
  return { propertyId, tenantId: row?.tenantId ?? '' };
}

/** Makes labels that no unit has yet. */
export function freshLabels(prefix = 'Apt'): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `${prefix} ${made}`;
  };
}
