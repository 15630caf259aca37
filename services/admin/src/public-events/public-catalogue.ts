import type { PublicEventType } from '@pas/shared/events/public-types';
import type { RouteScope } from '@pas/shared/principal/scopes';

/** The entity that the data of an event shows, under this key. */
export type PublicEntity =
  | 'invite'
  | 'user'
  | 'call'
  | 'accessEvent'
  | 'accessPoint'
  | 'unit'
  | 'import'
  | 'apiKey';

interface PublicEntityEntry {
  /** Who may read the entity may get its events. */
  scope: RouteScope;
  /** The field of the event on the bus that names the entity. */
  idField: string;
}

/** Each entity of public events: the scope that its events need, and how the bus names it. */
export const publicEntities: Readonly<Record<PublicEntity, PublicEntityEntry>> = {
  invite: { scope: 'onboarding:read', idField: 'inviteId' },
  user: { scope: 'users:read', idField: 'userId' },
  call: { scope: 'calls:read', idField: 'callId' },
  accessEvent: { scope: 'access-events:read', idField: 'accessEventId' },
  accessPoint: { scope: 'access-points:read', idField: 'accessPointId' },
  unit: { scope: 'units:read', idField: 'unitId' },
  import: { scope: 'imports:read', idField: 'importId' },
  apiKey: { scope: 'api-keys:read', idField: 'keyId' },
};

/** The entity that the data of each type shows. */
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
  'import.completed': 'import',
  'key.rotated': 'apiKey',
  'key.expiring': 'apiKey',
};

/** The scope that a caller needs for the events of a type. */
export const scopeOfType = (type: PublicEventType): RouteScope => publicEntities[entityOfType[type]].scope;
