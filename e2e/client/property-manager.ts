import type { Problem } from '@pas/platform/http/render-error';
import { bodyOf, call, type HttpAnswer, type HttpCall } from './http-call.ts';

interface Entity {
  id: string;
  tenantId: string;
}

export interface Unit extends Entity {
  propertyId: string;
  label: string;
}

export interface Invite extends Entity {
  unitId: string;
  token: string;
  inviteUrl: string;
  status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
  inviteeEmail: string | null;
  acceptedUserId: string | null;
  deliveries: { channel: string; to: string; status: string }[];
}

export interface User extends Entity {
  email: string;
  status: string;
  residences: { unitId: string; inviteId: string | null }[];
}

export interface AuditRecord extends Entity {
  seq: number;
  action: string;
  outcome: string;
  actor: { type: string; id: string | null; name: string | null };
  targets: { type: string; id: string }[];
  changes: { path: string; before: unknown; after: unknown }[];
  context: { correlationId: string; environment: string; service: string; ip: string | null };
  prevHash: string;
  hash: string;
  digests: { pointer: string; digest: string; salt: string | null }[];
}

/** Gateway and API key of a manager, with the headers of all requests. */
export interface Credentials {
  gatewayUrl: string;
  key: string;
  headers?: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string>>;

/** A machine client of the Admin API, such as a property manager's automation. */
export interface PropertyManager {
  call<Body = Problem>(path: string, options?: Omit<HttpCall, 'bearer'>): Promise<HttpAnswer<Body>>;
  createProperty(name: string): Promise<Entity>;
  ensureUnit(propertyId: string, label: string): Promise<Unit>;
  createInvite(unitId: string, inviteeEmail?: string): Promise<Invite>;
  dispatch(inviteId: string): Promise<Invite>;
  readInvite(inviteId: string): Promise<Invite>;
  listUsers(query: Query): Promise<{ users: User[]; total: number }>;
  listAudit(query: Query): Promise<{ auditRecords: AuditRecord[]; total: number }>;
}

/**
 * Creates a property manager's client. Each verb throws an error with the whole answer unless it succeeds.
 */
export function actAsManager({ gatewayUrl, key, headers = {} }: Credentials): PropertyManager {
  const send: PropertyManager['call'] = (path, options = {}) =>
    call(`${gatewayUrl}/api/admin${path}`, {
      ...options,
      bearer: key,
      headers: { ...headers, ...options.headers },
    });
  const list = <Page>(path: string, query: Query): Promise<Page> =>
    bodyOf(send<Page>(`${path}?${new URLSearchParams(query).toString()}`), 200);
  const invites = '/onboarding/invites';
  return {
    call: send,
    async createProperty(name) {
      const body = { name, address: { country: 'US' } };
      return (await bodyOf(send<{ property: Entity }>('/properties', { body }), 201)).property;
    },
    async ensureUnit(propertyId, label) {
      return (await bodyOf(send<{ unit: Unit }>('/units', { body: { propertyId, label } }), 201)).unit;
    },
    async createInvite(unitId, inviteeEmail) {
      const body = { unitId, ...(inviteeEmail !== undefined && { inviteeEmail }) };
      return (await bodyOf(send<{ invite: Invite }>('/onboarding/invite', { body }), 201)).invite;
    },
    async dispatch(id) {
      const path = `${invites}/${id}/dispatch`;
      return (await bodyOf(send<{ invite: Invite }>(path, { method: 'POST' }), 202)).invite;
    },
    async readInvite(id) {
      return (await bodyOf(send<{ invite: Invite }>(`${invites}/${id}`), 200)).invite;
    },
    listUsers: (query) => list('/users', query),
    listAudit: (query) => list('/audit', query),
  };
}

/** Creates a property with one unit and an invite to it. */
export async function inviteToNewUnit(manager: PropertyManager, name: string, inviteeEmail?: string) {
  const property = await manager.createProperty(name);
  const unit = await manager.ensureUnit(property.id, 'Apt 4B');
  const invite = await manager.createInvite(unit.id, inviteeEmail);
  return { property, unit, invite };
}
