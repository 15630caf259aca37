import type { PublicEventType } from '@pas/shared/events/public-types';

/** The cause of each type of event, for the API description. */
export const publicEventMeanings: Readonly<Record<PublicEventType, string>> = {
  'invite.created': 'An invite was created.',
  'invite.dispatched': 'The first messages of an invite, or messages on a further channel, were queued.',
  'invite.accepted': 'A person accepted an invite and lives in its unit now.',
  'invite.expired':
    'The period of validity of an invite ended. A revoked or replaced invite has no such event.',
  'resident.moved_in': 'A residence began.',
  'resident.moved_out': 'A residence ended.',
  'call.started': 'A visitor called a virtual number.',
  'call.ended': 'A call ended. `outcome` has its result.',
  'door.opened': 'A person or key was granted access to a door.',
  'door.denied': 'A person or key was denied access to a door.',
  'door.offline': 'The controller of a door stopped reporting.',
  'door.online': 'The controller of a door that was offline reported again.',
  'door.held': 'The controller reported that a door is held open.',
  'door.forced': 'The controller reported that a door was opened by force.',
  'unit.unreachable': 'A visitor called a unit in which nothing could ring.',
  'report.created': 'A resident reported a problem.',
  'import.completed': 'An import was committed.',
  'key.rotated': 'An API key was replaced by its successor.',
  'key.expiring': 'An API key expires in 14 days or in one day.',
  'key.leaked': 'An API key was reported as public. `status` states whether it still works.',
};
