import {
  ErrorCode,
  McpError,
  type ListResourcesResult,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { AgentSession } from '../calls/agent-session.ts';
import { dataText } from './answer-of.ts';

const mimeType = 'text/plain';

/** Buildings in the list of resources, at most. A model finds the others by `listProperties`. */
const maxListed = 50;

/** Longest title of a resource, in characters. */
const maxTitleLength = 100;

export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'pas://properties/{id}',
    name: 'property',
    title: 'Building',
    description: 'A building with its readiness for calls and its first units.',
    mimeType,
  },
  {
    uriTemplate: 'pas://units/{id}',
    name: 'unit',
    title: 'Unit',
    description: 'A unit with its residents, pending invites and readiness for calls.',
    mimeType,
  },
];

/** Lists the first buildings of the caller, by name. */
export async function listResources({ client, operations }: AgentSession): Promise<ListResourcesResult> {
  if (!operations.has('listProperties')) return { resources: [] };
  const { items } = await client.properties.list({ limit: maxListed, sort: 'name' });
  return {
    resources: items.map(({ id, name }) => ({
      uri: `pas://properties/${id}`,
      name: id,
      title: name.replaceAll(/\p{C}/gu, '').slice(0, maxTitleLength),
      mimeType,
    })),
  };
}

/** Runs a read if the caller may use its operation; else its part of the resource is missing. */
async function readIf<T>(
  { operations }: AgentSession,
  name: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  return operations.has(name) ? read() : undefined;
}

async function readProperty(session: AgentSession, propertyId: string): Promise<object> {
  const { client } = session;
  const [property, readiness, units] = await Promise.all([
    client.properties.get(propertyId),
    client.properties.getReadiness(propertyId, { limit: 10 }),
    readIf(session, 'listUnits', () => client.units.list({ propertyId, limit: 50, sort: 'label' })),
  ]);
  return { property, readiness, units };
}

async function readUnit(session: AgentSession, unitId: string): Promise<object> {
  const { client } = session;
  const [unit, readiness, residents, invites] = await Promise.all([
    client.units.get(unitId),
    client.units.getReadiness(unitId),
    readIf(session, 'listUsers', () => client.users.list({ unitId, limit: 20 })),
    readIf(session, 'listInvites', () =>
      client.onboarding.invites.list({ unitId, status: 'PENDING', limit: 20 }),
    ),
  ]);
  return { unit, readiness, residents, invites };
}

const readers = {
  properties: { operation: 'getProperty', read: readProperty },
  units: { operation: 'getUnit', read: readUnit },
} as const;

/**
 * Reads a building or a unit.
 *
 * @throws McpError for an unknown URI, ApiError
 */
export async function readResource(session: AgentSession, uri: string): Promise<ReadResourceResult> {
  const [, kind, id] = /^pas:\/\/(properties|units)\/([\w-]{1,64})$/.exec(uri) ?? [];
  const reader = kind === 'properties' || kind === 'units' ? readers[kind] : undefined;
  if (!reader || id === undefined || !session.operations.has(reader.operation))
    throw new McpError(ErrorCode.InvalidParams, 'No such resource.');
  const value = await reader.read(session, id);
  return { contents: [{ uri, mimeType, text: dataText(value, ['token', 'inviteUrl']) }] };
}
