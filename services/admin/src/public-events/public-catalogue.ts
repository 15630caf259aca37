import type { PublicEventType } from '@pas/shared/events/public-types';
import type { RouteScope } from '@pas/shared/principal/scopes';

/** Kinds of entities in event data. Each is also the name of the field that holds the entity. */
export type PublicEntity =
  | 'invite'
  | 'user'
  | 'call'
  | 'accessEvent'
  | 'accessPoint'
  | 'unit'
  | 'report'
  | 'import'
  | 'apiKey';

interface PublicEntityEntry {
  /** The scope to read the entity, which its events also require. */
  scope: RouteScope;
  /** The field of the bus event that names the entity. */
  idField: string;
}

/** Scope and bus field of each entity of public events. */
export const publicEntities: Readonly<Record<PublicEntity, PublicEntityEntry>> = {
  invite: { scope: 'onboarding:read', idField: 'inviteId' },
  user: { scope: 'users:read', idField: 'userId' },
  call: { scope: 'calls:read', idField: 'callId' },
  accessEvent: { scope: 'access-events:read', idField: 'accessEventId' },
  accessPoint: { scope: 'access-points:read', idField: 'accessPointId' },
  unit: { scope: 'units:read', idField: 'unitId' },
  report: { scope: 'users:read', idField: 'reportId' },
  import: { scope: 'imports:read', idField: 'importId' },
  apiKey: { scope: 'api-keys:read', idField: 'keyId' },
};

/** The entity in the data of each event type. */
export const entityOfType: Readonly<Record<PublicEventType, PublicEntity>> = {
  'invite.created': 'invite',
  'invite.dispatched': 'invite',
  'invite.accepted': 'invite',
  'invite.expired': 'invite',
  'resident.moved_in': 'user',
  'resident.moved_out': 'user',
  'call.started': 'call',
  'call.ended': 'call',
  'door.opened': 'accessEvent',
  'door.denied': 'accessEvent',
  'door.offline': 'accessPoint',
  'door.online': 'accessPoint',
  'door.held': 'accessPoint',
  'door.forced': 'accessPoint',
  'unit.unreachable': 'unit',
  'report.created': 'report',
  'import.completed': 'import',
  'key.rotated': 'apiKey',
  'key.expiring': 'apiKey',
  'key.leaked': 'apiKey',
};

/** Returns the scope that a caller needs for the events of a type. */
export const scopeOfType = (type: PublicEventType): RouteScope => publicEntities[entityOfType[type]].scope;
