import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { addAccessEvents, newAccessEvent } from '@pas/shared/access/record-decision';
import { reportDoors } from '@pas/shared/access/report-doors';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { DoorAlarmModel, type DoorAlarmRow } from '@pas/shared/models/door-alarm';
import { newRow } from '@pas/shared/models/new-row';
import type { ControllerEvent, Rejection } from './controller-event.schema.ts';

/** Result of a report. */
export interface ReportResult {
  accepted: number;
  duplicates: number;
  rejected: { id: string; code: Rejection }[];
}

/** Maximum age of an event, and maximum lead of a controller's clock, in milliseconds. */
const [maxAgeMs, maxAheadMs] = [30 * 86_400_000, 5 * 60_000];

interface KnownEntities {
  doors: ReadonlyMap<string, AccessPointRow>;
  passIds: ReadonlySet<string>;
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Reads the doors and passes that events name and that belong to the controller's property. */
async function readKnown(
  { tenantId, principal }: OperationContext,
  events: readonly ControllerEvent[],
): Promise<KnownEntities> {
  const propertyId = { $in: [...(principal.propertyIds ?? [])] };
  const idsOfDoors = unique(events.map(({ accessPointId }) => accessPointId));
  const idsOfPasses = unique(events.flatMap(({ passId }) => passId ?? []));
  const [doors, passes] = await Promise.all([
    AccessPointModel.find({ _id: { $in: idsOfDoors }, tenantId, propertyId }).lean<AccessPointRow[]>(),
    AccessPassModel.find({ _id: { $in: idsOfPasses }, tenantId, propertyId }, { _id: 1 }).lean<
      Pick<AccessPassRow, '_id'>[]
    >(),
  ]);
  return {
    doors: new Map(doors.map((door) => [door._id, door])),
    passIds: new Set(passes.map(({ _id }) => _id)),
  };
}

/** Returns why an event is rejected; null for an accepted one. */
function rejectionOf(event: ControllerEvent, { doors, passIds }: KnownEntities, now: Date): Rejection | null {
  if (!doors.has(event.accessPointId)) return 'door_not_found';
  if (event.passId !== undefined && !passIds.has(event.passId)) return 'pass_not_found';
  const ageMs = now.getTime() - event.occurredAt.getTime();
  if (ageMs > maxAgeMs) return 'too_old';
  return ageMs < -maxAheadMs ? 'in_future' : null;
}

/** Returns an id of an event that is unique in the tenant. Controllers number events per door. */
const sourceKeyOf = ({ accessPointId, id }: ControllerEvent): string => `${accessPointId}:${id}`;

/** Returns the events that are already recorded. */
async function readRecorded(
  { tenantId }: OperationContext,
  { session }: Change,
  keys: string[],
): Promise<Set<string>> {
  const filter = { tenantId, sourceKey: { $in: keys } };
  const fields = { sourceKey: 1 };
  const events = await AccessEventModel.find(filter, fields).session(session).lean<AccessEventRow[]>();
  const alarms = await DoorAlarmModel.find(filter, fields).session(session).lean<DoorAlarmRow[]>();
  return new Set([...events, ...alarms].flatMap(({ sourceKey }) => sourceKey ?? []));
}

/** Builds the access event of a decision that the controller made offline. */
function decisionRow(ctx: OperationContext, event: ControllerEvent, door: AccessPointRow): AccessEventRow {
  const { decision, method = 'PIN', occurredAt, passId = null } = event;
  const isGranted = decision === 'GRANTED';
  const message = 'The controller decided without a connection, and reported it later.';
  const row = newAccessEvent(ctx, {
    asked: { door, method, subject: { type: 'VISITOR', id: passId }, passId, occurredAt },
    decision: {
      isGranted,
      reason: 'controller_decided',
      rules: [{ name: 'controller_decided', passed: isGranted, message }],
    },
    attemptId: null,
  });
  return { ...row, sourceKey: sourceKeyOf(event) };
}

async function addAlarms(
  ctx: OperationContext,
  change: Change,
  raised: readonly { event: ControllerEvent; door: AccessPointRow }[],
): Promise<void> {
  const rows = raised.map(({ event, door }): DoorAlarmRow => ({
    ...newRow(ctx, 'doorAlarm'),
    accessPointId: door._id,
    propertyId: door.propertyId,
    alarm: event.alarm ?? 'HELD',
    sourceKey: sourceKeyOf(event),
    occurredAt: event.occurredAt,
  }));
  await insertRows(DoorAlarmModel, rows, change.session);
  for (const [index, { alarm, accessPointId, propertyId, occurredAt }] of rows.entries()) {
    change.publish({
      type: alarm === 'HELD' ? 'pas.v1.access.point.held' : 'pas.v1.access.point.forced',
      subject: accessPointId,
      data: {
        aggregateVersion: raised[index]?.door.version ?? 1,
        accessPointId,
        propertyId,
        occurredAt: occurredAt.toISOString(),
      },
    });
  }
}

/**
 * Counts the uses that a controller granted offline, by one statement. No limit applies, because the guests already
 * entered.
 */
async function countUses(
  { tenantId }: OperationContext,
  { session }: Change,
  rows: readonly AccessEventRow[],
): Promise<void> {
  const granted = rows.filter(({ decision, passId }) => decision === 'GRANTED' && passId !== null);
  const steps = [...Map.groupBy(granted, ({ passId }) => passId ?? '')].map(([_id, { length }]) => ({
    updateOne: { filter: { _id, tenantId }, update: { $inc: { uses: length } } },
  }));
  if (steps.length > 0) await AccessPassModel.bulkWrite(steps, { session });
}

type AcceptedEvents = ReadonlyMap<string, ControllerEvent>;

/** Records new events and returns their number. */
async function addNew(
  ctx: OperationContext,
  change: Change,
  taken: AcceptedEvents,
  known: KnownEntities,
): Promise<number> {
  const recorded = await readRecorded(ctx, change, [...taken.keys()]);
  const fresh = [...taken].flatMap(([key, event]) => {
    const door = known.doors.get(event.accessPointId);
    return door && !recorded.has(key) ? [{ event, door }] : [];
  });
  const decided = fresh.filter(({ event }) => event.alarm === undefined);
  const rows = decided.map(({ event, door }) => decisionRow(ctx, event, door));
  try {
    await addAccessEvents(change, rows);
    await addAlarms(
      ctx,
      change,
      fresh.filter(({ event }) => event.alarm !== undefined),
    );
  } catch (error) {
    // Another request is recording the same report.
    throw isDuplicateIn(error, ['sourceKey']) ? new RunAgain('The report is being recorded.', 0) : error;
  }
  await countUses(ctx, change, rows);
  return fresh.length;
}

/** Returns the live doors of accepted events. */
const reportedDoors = (taken: AcceptedEvents, { doors }: KnownEntities): AccessPointRow[] => {
  const ids = unique([...taken.values()].map(({ accessPointId }) => accessPointId));
  return ids.flatMap((id) => doors.get(id) ?? []).filter(({ isLive }) => isLive);
};

/**
 * Records offline decisions and alarms of controllers, one report per transaction. A repeated report records nothing
 * twice. The report shows that the controller is online for the doors of accepted events.
 */
export async function recordControllerEvents(
  ctx: OperationContext,
  events: readonly ControllerEvent[],
): Promise<ReportResult> {
  const known = await readKnown(ctx, events);
  const judged = events.map((event) => ({ event, code: rejectionOf(event, known, ctx.now) }));
  const valid = judged.filter(({ code }) => code === null).map(({ event }) => event);
  const taken = new Map(valid.map((event) => [sourceKeyOf(event), event]));
  const accepted = taken.size === 0 ? 0 : await commit(ctx, (change) => addNew(ctx, change, taken, known));
  await reportDoors(ctx, { doors: reportedDoors(taken, known), reportedBy: ctx.principal.id });
  return {
    accepted,
    duplicates: valid.length - accepted,
    rejected: judged.flatMap(({ event: { id }, code }) => (code === null ? [] : [{ id, code }])),
  };
}
