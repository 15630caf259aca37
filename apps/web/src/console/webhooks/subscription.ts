import type { Endpoint } from './describe-endpoint.ts';

const partsOf = (text: string): string[] => text.split(',').filter((part) => part !== '');

/** Parses the events of a form: `*`, or types joined by commas. */
export const eventsIn = (text: string): Endpoint['events'] => partsOf(text) as Endpoint['events'];

/** Formats events as one text. Equal sets have equal texts. */
export const eventsAsText = (events: readonly string[]): string =>
  events.includes('*') ? '*' : events.toSorted().join(',');

/** Parses the ids of buildings; null stands for all buildings. */
export function idsIn(text: string): string[] | null {
  const ids = partsOf(text);
  return ids.length === 0 ? null : ids;
}

/** Formats the ids of buildings as one text; empty for all buildings. */
export const idsAsText = (ids: readonly string[] | null): string => (ids ?? []).toSorted().join(',');
