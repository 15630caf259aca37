import type { Entity } from '../api.ts';
import { resultOf, visitorOf } from '../calls/describe-call.ts';
import { describeEvent, subjectInWords, whyInWords } from '../doors/describe-door.ts';
import type { SearchState } from '../list/use-search-state.ts';

/** An entry of the activity. */
export type ActivityEntry = Entity<'ActivityEntry'>;

/** Words for the kinds of entries. */
export const kindWords: Readonly<Record<ActivityEntry['kind'], string>> = {
  ACCESS: 'Door events',
  CALL: 'Calls',
  ALARM: 'Alarms',
  CHANGE: 'Changes',
};

/** Words for the results of entries. */
export const resultWords: Readonly<Record<NonNullable<ActivityEntry['result']>, string>> = {
  SUCCESS: 'Successful',
  FAILURE: 'Failed or refused',
};

const passWords: Readonly<Record<NonNullable<ActivityEntry['pass']>['kind'], string>> = {
  GUEST: 'guest pass',
  CARRIER: 'carrier pass',
  VENDOR: 'vendor pass',
  TOUR: 'tour pass',
};

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Returns a time as `13:43` on the day of another time, else with its day. */
function timeBeside(at: string, other: string): string {
  const [time, beside] = [new Date(at), new Date(other)];
  const isSameDay = day.format(time) === day.format(beside);
  return isSameDay ? clock.format(time) : `${day.format(time)}, ${clock.format(time)}`;
}

/** Returns the event of an entry in words. */
export function eventOf({ accessEvent, alarm, call }: ActivityEntry): string {
  if (accessEvent) return describeEvent(accessEvent);
  if (alarm) return alarm.alarm === 'HELD' ? 'Held open' : 'Forced open';
  return call ? 'Call' : 'Change';
}

/** Returns the person, key or pass of an entry in words; null if nobody is known. */
export function personOf({ accessEvent, pass, call, change }: ActivityEntry): string | null {
  if (accessEvent && pass) return `${accessEvent.subject.name ?? 'Unnamed guest'}, ${passWords[pass.kind]}`;
  if (accessEvent) return subjectInWords(accessEvent);
  if (call) return visitorOf(call, 'Withheld number');
  return change && (change.actor.name ?? change.actor.type.toLowerCase().replace('_', ' '));
}

/** Returns the end of an ended pass in words; null for other reasons. */
function endOfPass({ accessEvent, pass, occurredAt }: ActivityEntry): string | null {
  if (!accessEvent || !pass) return null;
  if (accessEvent.reason === 'pass_revoked' && pass.revokedAt !== null) {
    const by = pass.revokedBy === null ? '' : ` by ${pass.revokedBy}`;
    return `ended ${timeBeside(pass.revokedAt, occurredAt)}${by}`;
  }
  return accessEvent.reason === 'pass_expired' ? `ended ${timeBeside(pass.endsAt, occurredAt)}` : null;
}

/** Returns the reason or outcome of an entry in words; null without one. A change is a sentence of its own. */
export function reasonOf(entry: ActivityEntry): string | null {
  const { accessEvent, call } = entry;
  if (accessEvent) return endOfPass(entry) ?? whyInWords(accessEvent);
  return call && resultOf(call).toLowerCase();
}

interface Place {
  to: '/doors' | '/calls' | '/audit';
  search: SearchState;
}

/** Returns the page that shows more of an entry. */
export function placeOf({ id, kind, accessPointId }: ActivityEntry): Place {
  if (kind === 'CALL') return { to: '/calls', search: { open: id } };
  if (kind === 'CHANGE') return { to: '/audit', search: { open: id } };
  return { to: '/doors', search: { open: accessPointId ?? undefined } };
}
