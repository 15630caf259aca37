import type { PublicEventType } from '@pas/shared/events/public-types';
import { idPattern, type Entity } from '@pas/shared/ids/id';
import {
  completeEntity,
  type EntityInput,
  type PublicEventData,
} from '../public-events/public-event.schema.ts';
import { entityOfType, type PublicEntity } from '../public-events/public-catalogue.ts';

const at = '2026-02-01T09:30:00.000Z';

/** Creates a valid id that refers to nothing. */
function sampleId(entity: Entity): string {
  const [prefix = ''] = /^\^?([a-z]+)_/.exec(idPattern(entity).source)?.slice(1) ?? [];
  return `${prefix}_01kb3rt9d5e0p8m6q2v7x4hzjn`;
}

const common = (entity: Entity, tenantId: string) => ({
  id: sampleId(entity),
  tenantId,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

const by = { type: 'API_KEY' as const, id: sampleId('apiKey'), name: 'Sample' };
const places = { propertyId: sampleId('property'), unitId: sampleId('unit') };

/** The fields of a sample that differ from null. */
type Sample<Entity> = Partial<Entity> & {
  [K in keyof Entity as null extends Entity[K] ? never : undefined extends Entity[K] ? never : K]: Entity[K];
};

/** A sample entity of each kind. */
const samples: { readonly [Entity in PublicEntity]: (tenantId: string) => Sample<EntityInput<Entity>> } = {
  invite: (tenantId) => ({
    ...common('invite', tenantId),
    ...places,
    status: 'PENDING',
    expiresAt: '2026-02-08T09:30:00.000Z',
    inviteeEmail: 'jordan@example.com',
    inviteeName: 'Jordan Reyes',
    role: 'PRIMARY',
    locale: 'en-US',
    createdBy: by,
    sendCount: 0,
    deliveries: [],
  }),
  user: (tenantId) => ({
    ...common('user', tenantId),
    kind: 'RESIDENT',
    email: 'jordan@example.com',
    firstName: 'Jordan',
    lastName: 'Reyes',
    status: 'ACTIVE',
    locale: 'en-US',
    residences: [
      {
        id: sampleId('residence'),
        ...places,
        role: 'PRIMARY',
        startsAt: at,
        endsAt: null,
        canceledAt: null,
        inviteId: null,
      },
    ],
  }),
  call: (tenantId) => ({
    ...common('call', tenantId),
    ...places,
    virtualNumberId: sampleId('virtualNumber'),
    provider: 'TELEPHONY_A',
    providerCallId: 'CA1a2b3c4d',
    direction: 'INBOUND',
    fromNumber: '+12025550123',
    toNumber: '+12125550100',
    status: 'COMPLETED',
    outcome: 'ANSWERED',
    answeredBy: sampleId('user'),
    startedAt: at,
    answeredAt: at,
    endedAt: at,
    durationSeconds: 42,
    legs: [],
  }),
  accessEvent: (tenantId) => ({
    ...common('accessEvent', tenantId),
    ...places,
    accessPointId: sampleId('accessPoint'),
    decision: 'GRANTED',
    reason: 'current_residence',
    method: 'APP',
    subject: { type: 'RESIDENT', id: sampleId('user'), name: 'Clara Reyes' },
    attemptId: sampleId('unlockAttempt'),
    confirmed: true,
    occurredAt: at,
    recordedAt: at,
  }),
  accessPoint: (tenantId) => ({
    ...common('accessPoint', tenantId),
    propertyId: places.propertyId,
    name: 'Main door',
    kind: 'DOOR',
    controller: { adapter: 'nats', ref: 'main-door-1' },
    openSeconds: 5,
    online: true,
    lastSeenAt: at,
  }),
  unit: (tenantId) => ({
    ...common('unit', tenantId),
    propertyId: places.propertyId,
    label: '4B',
    labelKey: '4B',
    dialCode: '000',
    occupancy: 'OCCUPIED',
  }),
  report: (tenantId) => ({
    ...common('report', tenantId),
    ...places,
    userId: sampleId('user'),
    kind: 'DOOR',
    text: 'The main door does not close.',
    accessPointId: sampleId('accessPoint'),
    status: 'OPEN',
  }),
  import: (tenantId) => ({
    ...common('import', tenantId),
    status: 'COMMITTED',
    propertyId: places.propertyId,
    fileName: 'residents.csv',
    columns: [],
    options: { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: false, invite: 'NONE' },
    totals: { rows: 1, create: 1, update: 0, unchanged: 0, skip: 0, error: 0, moveOut: 0, reverted: 0 },
    newUnits: 0,
    expiresAt: at,
    committedAt: at,
    createdBy: by,
  }),
  apiKey: (tenantId) => ({
    ...common('apiKey', tenantId),
    name: 'Nightly import',
    prefix: 'pas_live_0aZ31bYq7Tn4',
    last4: 'x7Qd',
    scopes: ['units:read'],
    environments: ['PROD'],
    rateLimit: { limit: 600, windowSeconds: 60 },
    status: 'ACTIVE',
    expiresAt: at,
    createdBy: by,
    reviewDue: false,
  }),
};

/** Fields of the entity after each event that differ from the sample. */
const afterEvent: Readonly<Partial<Record<PublicEventType, object>>> = {
  'invite.dispatched': { lastSentAt: at, sendCount: 1 },
  'invite.accepted': { status: 'ACCEPTED', acceptedAt: at, acceptedUserId: sampleId('user') },
  'invite.expired': { status: 'EXPIRED', expiredReason: 'TTL', expiresAt: at },
  'resident.moved_out': { status: 'FORMER', residences: [] },
  'call.started': {
    status: 'RINGING',
    outcome: null,
    answeredBy: null,
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
  },
  'door.denied': { decision: 'DENIED', reason: 'not_a_resident_here', attemptId: null, confirmed: false },
  'door.offline': { online: false },
  'key.rotated': {
    status: 'ROTATING',
    graceUntil: '2026-02-02T09:30:00.000Z',
    replacedBy: sampleId('apiKey'),
  },
};

/** Returns the data of a test event: a sample entity in the state that the type names. */
export function sampleData(type: PublicEventType, tenantId: string): PublicEventData {
  const entity = entityOfType[type];
  const sample = { ...samples[entity](tenantId), ...afterEvent[type] };
  return { [entity]: completeEntity(entity, sample) } as PublicEventData;
}
