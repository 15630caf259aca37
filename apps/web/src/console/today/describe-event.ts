import type { Entity } from '../api.ts';
import { resultOf, visitorOf } from '../calls/describe-call.ts';
import { describeEvent as describeAccess } from '../doors/describe-door.ts';
import { nameOfInvite } from '../invites/describe-invite.ts';
import type { SearchState } from '../list/use-search-state.ts';
import { nameOfUser } from '../residents/describe-user.ts';

/** An event of the feed. */
export type FeedEvent = Entity<'Event'>;

/** An event in words: its subject, the event, and the page that shows more. */
export interface EventLine {
  subject: string;
  what: string;
  to:
    | '/'
    | '/invites'
    | '/residents'
    | '/reports'
    | '/calls'
    | '/doors'
    | '/buildings/$id'
    | '/imports/$id'
    | '/api-keys';
  params: { id?: string };
  search: SearchState;
  isFault: boolean;
}

const verbs: Readonly<Record<FeedEvent['type'], string>> = {
  'invite.created': 'was invited',
  'invite.dispatched': 'was sent an invite',
  'invite.accepted': 'accepted the invite',
  'invite.expired': 'let the invite expire',
  'resident.moved_in': 'moved in',
  'resident.moved_out': 'moved out',
  'call.started': 'rings at a door',
  'call.ended': 'rang at a door',
  'door.opened': 'opened',
  'door.denied': 'refused',
  'door.offline': 'stopped answering',
  'door.online': 'answers again',
  'door.held': 'is held open',
  'door.forced': 'was forced open',
  'unit.unreachable': 'can no longer be rung',
  'report.created': 'reported a problem',
  'import.completed': 'was imported',
  'key.rotated': 'got a new secret',
  'key.expiring': 'expires soon',
  'key.leaked': 'was reported as public',
};

const faults = new Set<FeedEvent['type']>([
  'invite.expired',
  'door.denied',
  'door.offline',
  'door.held',
  'door.forced',
  'unit.unreachable',
  'key.expiring',
  'key.leaked',
]);

type Place = Pick<EventLine, 'to' | 'params' | 'search'>;
type ListPath = '/invites' | '/residents' | '/reports' | '/calls' | '/doors' | '/api-keys';
const listed = (to: ListPath, open: string): Place => ({
  to,
  params: {},
  search: { open },
});

/** Returns the name and page of an event's entity; null for a deleted one. */
function subjectOf(data: FeedEvent['data'], door: string): (Place & { subject: string }) | null {
  if ('invite' in data && data.invite)
    return { subject: nameOfInvite(data.invite), ...listed('/invites', data.invite.id) };
  if ('user' in data && data.user)
    return { subject: nameOfUser(data.user), ...listed('/residents', data.user.id) };
  if ('call' in data && data.call)
    return { subject: visitorOf(data.call, 'Withheld number'), ...listed('/calls', data.call.id) };
  if ('accessEvent' in data && data.accessEvent) {
    const { accessPointId } = data.accessEvent;
    return { subject: door, ...listed('/doors', accessPointId) };
  }
  if ('accessPoint' in data && data.accessPoint)
    return { subject: data.accessPoint.name, ...listed('/doors', data.accessPoint.id) };
  return subjectOfOthers(data);
}

function subjectOfOthers(data: FeedEvent['data']): (Place & { subject: string }) | null {
  if ('unit' in data && data.unit) {
    const { id, label, propertyId } = data.unit;
    return { subject: label, to: '/buildings/$id', params: { id: propertyId }, search: { open: id } };
  }
  if ('report' in data && data.report)
    return { subject: 'A resident', ...listed('/reports', data.report.id) };
  if ('import' in data && data.import) {
    const { id, fileName } = data.import;
    return { subject: fileName ?? 'A file', to: '/imports/$id', params: { id }, search: {} };
  }
  if ('apiKey' in data && data.apiKey)
    return { subject: `Key ${data.apiKey.name}`, ...listed('/api-keys', data.apiKey.id) };
  return null;
}

/** Returns the event in words, with the outcome if its entity has one. */
function whatOf({ type, data }: FeedEvent): string {
  if ('call' in data && data.call && type === 'call.ended')
    return `rang: ${resultOf(data.call).toLowerCase()}`;
  if ('accessEvent' in data && data.accessEvent) return describeAccess(data.accessEvent).toLowerCase();
  return verbs[type];
}

/**
 * Describes an event of the feed. The caller passes the door's name, because an access event only has the
 * door's id.
 */
export function eventInWords(event: FeedEvent, door: string): EventLine {
  const subject = subjectOf(event.data, door);
  const place = subject ?? {
    subject: 'A deleted entry',
    to: '/' as const,
    params: {},
    search: {},
  };
  return { ...place, what: whatOf(event), isFault: faults.has(event.type) };
}
