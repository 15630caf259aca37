import { timestamp } from '@pas/platform/http/timestamp';
import { readPersonalValues } from '@pas/shared/audit-chain/personal-values';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { z } from 'zod';
import { presentAccessEvent } from '../access-events/access-event.schema.ts';
import { describeEvents } from '../access-events/describe-events.ts';
import { presentAuditRecord } from '../audit/audit-record.schema.ts';
import { presentCall } from '../calls/call.schema.ts';
import { encodeCursor, type ActivityCursor } from './activity-cursor.ts';
import type { ActivityEntry } from './activity.schema.ts';
import { findSources, type ActivityFilters, type ActivityRow } from './activity-sources.ts';
import { readPassFacts } from './read-pass-facts.ts';

type Entry = z.input<typeof ActivityEntry>;

interface ActivityPage {
  activity: Entry[];
  nextCursor: string | null;
}

const byTime = (a: ActivityRow, b: ActivityRow): number =>
  b.at.getTime() - a.at.getTime() || (a.row._id < b.row._id ? 1 : -1);

/** The fields that only some kinds fill. */
const blank = { accessEvent: null, pass: null, call: null, alarm: null, change: null };

type RowOfKind<Kind> = Extract<ActivityRow, { kind: Kind }>['row'];

/** Returns the rows of one kind. */
const rowsOf = <Kind extends ActivityRow['kind']>(rows: readonly ActivityRow[], kind: Kind) =>
  rows.flatMap(({ kind: own, row }) => (own === kind ? [row as RowOfKind<Kind>] : []));

/** Returns the result of a call; null while it lasts. */
function resultOfCall({ outcome }: RowOfKind<'CALL'>): Entry['result'] {
  if (outcome === null) return null;
  return outcome === 'ANSWERED' || outcome === 'DOOR_OPENED' ? 'SUCCESS' : 'FAILURE';
}

/** Returns a function that presents the rows of a page. It reads names and passes for all of them together. */
async function createPresenter(
  { tenantId }: OperationContext,
  rows: readonly ActivityRow[],
): Promise<(each: ActivityRow) => Entry> {
  const events = rowsOf(rows, 'ACCESS');
  const changes = rowsOf(rows, 'CHANGE');
  const passIds = [...new Set(events.map(({ passId }) => passId).filter((id) => id !== null))];
  const [described, passes, personal] = await Promise.all([
    describeEvents(tenantId, events),
    readPassFacts(tenantId, passIds),
    readPersonalValues(tenantId, changes),
  ]);
  const eventOf = new Map(described.map((event) => [event._id, presentAccessEvent(event)]));
  return ({ at, ...each }) => {
    const common = { id: each.row._id, kind: each.kind, occurredAt: timestamp(at), ...blank };
    if (each.kind === 'CHANGE') {
      const change = presentAuditRecord(each.row, personal);
      const [propertyId = null] = each.row.propertyIds;
      const result = change.outcome === 'SUCCESS' ? 'SUCCESS' : 'FAILURE';
      return { ...common, result, propertyId, unitId: null, accessPointId: null, change };
    }
    if (each.kind === 'CALL') {
      const { propertyId, unitId } = each.row;
      const call = presentCall(each.row);
      return { ...common, result: resultOfCall(each.row), propertyId, unitId, accessPointId: null, call };
    }
    const { propertyId, accessPointId } = each.row;
    if (each.kind === 'ALARM') {
      const { alarm } = each.row;
      return { ...common, result: 'FAILURE', propertyId, unitId: null, accessPointId, alarm: { alarm } };
    }
    const { unitId, decision, passId } = each.row;
    const result = decision === 'GRANTED' ? 'SUCCESS' : 'FAILURE';
    const accessEvent = eventOf.get(each.row._id) ?? null;
    const pass = passes.get(passId ?? '') ?? null;
    return { ...common, result, propertyId, unitId, accessPointId, accessEvent, pass };
  };
}

/**
 * Lists what happened, the newest first: access events, calls, alarms of doors and changes. Each source is read by one
 * index, at most one row more than the page. The rows are merged by time, each once.
 */
export async function listActivity(
  ctx: OperationContext,
  filters: ActivityFilters,
  { before, limit }: { before: ActivityCursor | null; limit: number },
): Promise<ActivityPage> {
  const sources = await findSources(ctx, filters);
  const found = await Promise.all(sources.map((read) => read({ before, limit })));
  const merged = [...new Map(found.flat().map((each) => [each.row._id, each])).values()].toSorted(byTime);
  const rows = merged.slice(0, limit);
  const present = await createPresenter(ctx, rows);
  const last = rows.at(-1);
  const nextCursor = last && merged.length > limit ? encodeCursor({ at: last.at, id: last.row._id }) : null;
  return { activity: rows.map(present), nextCursor };
}
