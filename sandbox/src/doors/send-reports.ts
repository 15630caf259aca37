import { postReport } from './post-report.ts';
import type { Controller, Controllers } from './controllers.ts';
import type { DoorBook } from './door-book.ts';
import type { EventLog } from './event-log.ts';

/** Maximum number of doors in a heartbeat, and of events in a report. */
const [maxDoors, maxEvents] = [200, 500];

/** Dependencies of reports. */
export interface ReportParts {
  /** URL of the system's gateway. */
  systemUrl: string;
  controllers: Controllers;
  doors: DoorBook;
  events: EventLog;
  report: (error: unknown) => void;
}

type Door = Controller['doors'][number];

/** Returns whether a repeat of a report would get the same answer. */
const isFinal = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 500 && status !== 429;

/** Sends the heartbeats of controllers. Skips an invalid key or an unknown door from then on. */
function createHeartbeats({ systemUrl, report }: ReportParts) {
  const ended = new Set<string>();
  const beat = async (key: string, doors: readonly Door[]): Promise<boolean> => {
    const accessPointIds = doors.map(({ accessPointId }) => accessPointId);
    const { status } = await postReport(`${systemUrl}/access/heartbeat`, key, { accessPointIds });
    if (status === 401) {
      ended.add(key);
      report(new Error(`The key ${key.slice(0, 16)}… of a controller does not work any more.`));
    }
    if (status !== 404) return isFinal(status);
    // One of the doors was deleted. The others still exist.
    const [only, ...others] = doors;
    if (only && others.length === 0) ended.add(only.accessPointId);
    else for (const door of doors) await beat(key, [door]);
    return true;
  };
  return {
    beat,
    isOver: (keyOrId: string): boolean => ended.has(keyOrId),
  };
}

/** Sends the events at a controller's doors, until the system accepts or refuses them. */
async function sendEvents(parts: ReportParts, key: string, doors: readonly Door[]): Promise<boolean> {
  const { systemUrl, events, report } = parts;
  const waiting = doors.flatMap(({ ref, accessPointId }) =>
    events.waitingAt(ref).map((event) => ({ ref, accessPointId, event })),
  );
  const batch = waiting.slice(0, maxEvents);
  if (batch.length === 0) return true;
  const body = { events: batch.map(({ accessPointId, event }) => ({ ...event, accessPointId })) };
  const { status, body: answer } = await postReport(`${systemUrl}/access/events`, key, body);
  if (!isFinal(status)) return false;
  if (status !== 202) report(new Error(`The system refused the events of a controller: ${answer}`));
  for (const { ref, event } of batch) events.forget(ref, event);
  return sendEvents(parts, key, doors);
}

/**
 * Prepares the reports of all controllers: a heartbeat with the doors, then their events. A silent controller reports
 * nothing.
 *
 * @returns a function that reports once, and returns whether the system accepted everything
 */
export function createReports(parts: ReportParts): () => Promise<boolean> {
  const heartbeats = createHeartbeats(parts);
  const reportOne = async ({ key, doors }: Controller): Promise<boolean> => {
    const alive = doors.filter(
      ({ ref, accessPointId }) =>
        parts.doors.show(ref).behaviour !== 'silent' && !heartbeats.isOver(accessPointId),
    );
    for (let from = 0; from < alive.length; from += maxDoors)
      if (!(await heartbeats.beat(key, alive.slice(from, from + maxDoors)))) return false;
    return heartbeats.isOver(key) || sendEvents(parts, key, alive);
  };
  return async () => {
    const working = (await parts.controllers.read()).filter(({ key }) => !heartbeats.isOver(key));
    const results = await Promise.all(working.map(reportOne));
    return working.length > 0 && results.every(Boolean);
  };
}
