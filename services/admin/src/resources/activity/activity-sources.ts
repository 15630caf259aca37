import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { DoorAlarmModel, type DoorAlarmRow } from '@pas/shared/models/door-alarm';
import { holdsScope } from '@pas/shared/principal/principal';
import { visibleProperties } from '../properties/property-restriction.ts';
import { withinPeriod, type Period } from '../period.ts';
import type { ActivityCursor } from './activity-cursor.ts';
import { ActivityKind, type ActivityResult } from './activity.schema.ts';
import { findMentions, mentionsIn } from './find-mentions.ts';

/** Filters of the activity. */
export interface ActivityFilters extends Period {
  propertyId?: string | undefined;
  unitId?: string | undefined;
  accessPointId?: string | undefined;
  userId?: string | undefined;
  passId?: string | undefined;
  kind?: ActivityKind | undefined;
  result?: ActivityResult | undefined;
  /** Beginnings of words of an entity that the entry refers to. */
  q?: string | undefined;
}

/** A row of one source, with its kind and time. */
export type ActivityRow =
  | { kind: 'ACCESS'; at: Date; row: AccessEventRow }
  | { kind: 'CALL'; at: Date; row: CallRow }
  | { kind: 'ALARM'; at: Date; row: DoorAlarmRow }
  | { kind: 'CHANGE'; at: Date; row: AuditRecordRow };

/** A page of a source. */
export interface SourcePage {
  before: ActivityCursor | null;
  limit: number;
}

type Filter = Record<string, unknown>;
type Source = (page: SourcePage) => Promise<ActivityRow[]>;

/** Builds the source of entries that also meet a condition. */
type NarrowedSource = (mention: Filter) => Source;

/** Time limit of a read, in milliseconds. */
const maxTimeMS = 5000;

/** Maximum number of changes and targets of a record that are shown. The record of an import has hundreds of both. */
const maxParts = 20;

const shownParts = { 'record.changes': { $slice: maxParts }, 'record.targets': { $slice: maxParts } };

/** Maximum number of passes of a resident whose use is shown with the resident. */
const maxPasses = 100;

/** The outcomes of calls that nobody answered. */
const unanswered = ['NO_ANSWER', 'BUSY', 'ABANDONED', 'NO_TARGET', 'ERROR'];

/** The outcomes of audit records by result. */
const outcomesOf: Readonly<Record<ActivityResult, unknown>> = {
  SUCCESS: 'SUCCESS',
  FAILURE: { $in: ['DENIED', 'FAILURE'] },
};

const present = (conditions: Filter): Filter =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));

interface SourceQuery {
  filter: Filter;
  period: Period;
  page: SourcePage;
}

/** Returns the query of the newest rows of a source before a cursor, in the order of an index. */
function newestBefore(time: 'occurredAt' | 'startedAt', { filter, period, page }: SourceQuery) {
  const { before, limit } = page;
  const range = { ...withinPeriod(period), ...(before && { $lte: before.at }) };
  const older = before && [{ [time]: { $lt: before.at } }, { _id: { $lt: before.id } }];
  const asked = {
    ...filter,
    ...(Object.keys(range).length > 0 && { [time]: range }),
    ...(older && { $or: older }),
  };
  const options = { sort: { [time]: -1, _id: -1 } as const, limit: limit + 1, maxTimeMS };
  return [asked as never, null, options] as const;
}

/** Reads the ids of the newest passes that a resident has made. */
async function readPassesOf({ tenantId }: OperationContext, userId: string): Promise<string[]> {
  const filter = { tenantId, isLive: { $in: [true, false] }, 'createdBy.id': userId };
  const passes = await AccessPassModel.find(filter, { _id: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxPasses)
    .lean<Pick<AccessPassRow, '_id'>[]>();
  return passes.map(({ _id }) => _id);
}

function accessSource(asked: ActivityFilters, common: Filter, who: Filter): NarrowedSource {
  const { unitId, accessPointId, passId, result } = asked;
  const decision = result && (result === 'SUCCESS' ? 'GRANTED' : 'DENIED');
  const filter = { ...common, ...present({ unitId, accessPointId, passId, decision }), ...who };
  return (mention) => async (page) => {
    const query = newestBefore('occurredAt', { filter: { ...filter, ...mention }, period: asked, page });
    const rows = await AccessEventModel.find(...query).lean<AccessEventRow[]>();
    return rows.map((row) => ({ kind: 'ACCESS', at: row.occurredAt, row }));
  };
}

function callSource(asked: ActivityFilters, common: Filter): NarrowedSource {
  const { unitId, userId, result } = asked;
  const outcome = result && (result === 'SUCCESS' ? { $nin: unanswered } : { $in: unanswered });
  const filter = { ...common, ...present({ unitId, 'legs.userId': userId, outcome }) };
  return (mention) => async (page) => {
    const query = newestBefore('startedAt', { filter: { ...filter, ...mention }, period: asked, page });
    const rows = await CallModel.find(...query).lean<CallRow[]>();
    return rows.map((row) => ({ kind: 'CALL', at: row.startedAt, row }));
  };
}

function alarmSource(asked: ActivityFilters, common: Filter): NarrowedSource {
  const filter = { ...common, ...present({ accessPointId: asked.accessPointId }) };
  return (mention) => async (page) => {
    const query = newestBefore('occurredAt', { filter: { ...filter, ...mention }, period: asked, page });
    const rows = await DoorAlarmModel.find(...query).lean<DoorAlarmRow[]>();
    return rows.map((row) => ({ kind: 'ALARM', at: row.occurredAt, row }));
  };
}

function changeSource(asked: ActivityFilters, { tenantId, propertyId }: Filter): NarrowedSource {
  const targets = [asked.unitId, asked.accessPointId, asked.userId, asked.passId].filter(
    (id) => id !== undefined,
  );
  const filter = {
    tenantId,
    ...present({ propertyIds: propertyId, 'record.outcome': asked.result && outcomesOf[asked.result] }),
    ...(targets.length > 0 && { 'record.targets.id': targets.length === 1 ? targets[0] : { $all: targets } }),
    // The access event of the same opening shows it.
    'record.action': { $ne: 'access_point.unlocked' },
  };
  return (mention) => async (page) => {
    const query = newestBefore('occurredAt', { filter: { ...filter, ...mention }, period: asked, page });
    const rows = await AuditRecordModel.find(...query)
      .select(shownParts)
      .lean<AuditRecordRow[]>();
    return rows.map((row) => ({ kind: 'CHANGE', at: row.occurredAt, row }));
  };
}

/** Returns the sources of access events: those of the filters, and the uses of a resident's passes. */
async function accessSources(
  ctx: OperationContext,
  query: ActivityFilters,
  common: Filter,
): Promise<NarrowedSource[]> {
  const { userId, passId } = query;
  const own = accessSource(query, common, present({ 'subject.id': userId }));
  const passes = userId === undefined || passId !== undefined ? [] : await readPassesOf(ctx, userId);
  return passes.length === 0 ? [own] : [own, accessSource(query, common, { passId: { $in: passes } })];
}

type KindSources = (
  ctx: OperationContext,
  query: ActivityFilters,
  common: Filter,
) => NarrowedSource[] | Promise<NarrowedSource[]>;

const sourcesOf: Readonly<Record<ActivityKind, KindSources>> = {
  ACCESS: accessSources,
  CALL: (_ctx, query, common) => [callSource(query, common)],
  ALARM: (_ctx, query, common) => [alarmSource(query, common)],
  CHANGE: (_ctx, query, common) => [changeSource(query, common)],
};

const areUnset = (...ids: (string | undefined)[]): boolean => ids.every((id) => id === undefined);

/**
 * Returns the sources that can hold entries for some filters, within the caller's reach and scopes. Each reads by one
 * index. Calls have no door and no pass. Alarms have neither a unit nor a person. With `q`, each reference to a found
 * entity is a source of its own. Two of them can hold the same entry.
 */
export async function findSources(ctx: OperationContext, query: ActivityFilters): Promise<Source[]> {
  const { unitId, accessPointId, userId, passId, kind, result, q } = query;
  const visible = visibleProperties(ctx, query.propertyId);
  const common = { tenantId: ctx.tenantId, ...(visible && { propertyId: visible }) };
  const may = (scope: string): boolean => holdsScope(ctx.principal, scope);
  const canHold: Readonly<Record<ActivityKind, boolean>> = {
    ACCESS: true,
    CALL: may('calls:read') && areUnset(accessPointId, passId),
    ALARM: areUnset(unitId, userId, passId) && result !== 'SUCCESS',
    CHANGE: may('audit:read'),
  };
  const mentions = q === undefined ? null : await findMentions(ctx, q);
  const asked = ActivityKind.options.filter((each) => canHold[each] && (kind ?? each) === each);
  const found = asked.map(async (each) => {
    const own = await sourcesOf[each](ctx, query, common);
    return mentionsIn(each, mentions).flatMap((mention) => own.map((source) => source(mention)));
  });
  return (await Promise.all(found)).flat();
}
