import type { DoorEvent } from '../doors/describe-door.ts';
import type { Pass } from '../passes/describe-pass.ts';

/** The resident or a holder of the resident's passes, as decisions at doors name them. */
export interface Subject {
  id: string;
  name: string;
}

/** A decision at a door with the name of its subject. */
export interface Entry {
  event: DoorEvent;
  subjectName: string;
}

/** The maximum number of subjects whose decisions are read, each by one request. */
const maxSubjects = 8;

/** Returns the subjects of a resident: the person, then the holders of the newest passes. */
export function subjectsOf(userId: string, passes: readonly Pick<Pass, 'holders'>[]): Subject[] {
  const holders = passes.flatMap((pass) => pass.holders);
  const guests = holders.map(({ id, name }) => ({ id, name: `${name ?? 'Unnamed'}, guest` }));
  return [{ id: userId, name: 'Resident' }, ...guests].slice(0, maxSubjects);
}

/** Returns the newest decisions, each once and with the name of its subject. */
export function newestEntries(
  events: readonly DoorEvent[],
  subjects: readonly Subject[],
  limit: number,
): Entry[] {
  const names = new Map(subjects.map(({ id, name }) => [id, name]));
  return [...new Map(events.map((event) => [event.id, event])).values()]
    .toSorted((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt))
    .slice(0, limit)
    .map((event) => ({ event, subjectName: names.get(event.subject.id ?? '') ?? 'Unknown visitor' }));
}
