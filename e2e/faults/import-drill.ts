import type { OutboxRow } from '@pas/platform/events/outbox';
import type { EventOf, EventType } from '@pas/shared/events/catalogue';
import { batchType, eventsOfBatch } from '@pas/shared/events/batch-events';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';
import type { ImportRow } from '@pas/shared/models/import';
import type { ImportedRow } from '@pas/shared/models/imported-row';
import { newUnit } from '@pas/shared/models/new-unit';
import { newUser } from '@pas/shared/models/new-user';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf } from '../client/http-call.ts';
import type { Drill } from './drill.ts';

/** Time limit for a stage of a large import on a busy machine. */
const stageMs = 40 * 60_000;

const insertsOf = 5000;

/**
 * Fault codes: each block of fifty rows has one row with each, which is 2 %. Indexes are positions within the
 * block.
 */
export const faultCodes = [
  'missing_required',
  'invalid_email',
  'invalid_phone',
  'unknown_property',
  'unknown_unit',
  'identity_conflict',
  'move_out_before_move_in',
  'duplicate_in_file',
] as const;

const block = 50;
const columns = ['unit', 'email', 'phone', 'first name', 'external id', 'property', 'move in', 'move out'];

const unitLabel = (at: number): string => `Unit ${at >> 1}`;
const emailOf = (at: number): string => `r${at}@roster.test`;
const keyOf = (at: number): string => `R-${at}`;

/** Builds a row of the roster, with at most one fault. */
function rowAt(at: number): string[] {
  const [unit, email, key] = [unitLabel(at), emailOf(at), keyOf(at)];
  const name = `Name ${at}`;
  const faulty: readonly string[][] = [
    ['', email, '', name, key],
    [unit, 'no address', '', name, key],
    [unit, email, '12', name, key],
    [unit, email, '', name, key, 'No such house'],
    [`Cellar ${at}`, email, '', name, key],
    // The resident with this e-mail address has another key.
    [unit, email, '', name, `other-${at}`],
    [unit, email, '', name, key, '', '2026-05-01', '2026-04-01'],
    // The previous row again.
    [unitLabel(at - 1), emailOf(at - 1), '', `Name ${at - 1}`, keyOf(at - 1)],
  ];
  // The last row of a block repeats a valid row.
  const index = at % block === block - 1 ? faulty.length - 1 : at % block;
  const isFaulty = index < faulty.length - 1 || at % block === block - 1;
  return (isFaulty ? faulty[index] : undefined) ?? [unit, email, '', name, key];
}

/** Builds a roster file; `rows` is a multiple of fifty. */
function rosterFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const cells = rowAt(at);
    return columns.map((_column, index) => cells[index] ?? '').join(',');
  });
  return [columns.join(','), ...lines].join('\n');
}

/** Returns the number of valid rows of a roster. */
export const validRows = (rows: number): number => rows - faultCodes.length * (rows / block);

/** Creates the units of a roster, and the residents that conflict with its rows. */
async function fillHouse({ database }: Drill, tenantId: string, propertyId: string, rows: number) {
  const ctx = { tenantId, now: new Date() };
  const units = Array.from({ length: rows / 2 }, (_, at) =>
    newUnit(ctx, { propertyId, label: unitLabel(2 * at) }),
  );
  const known = Array.from({ length: rows / block }, (_, at) => {
    const line = at * block + faultCodes.indexOf('identity_conflict');
    return newUser(ctx, { email: emailOf(line), externalId: `known-${line}` });
  });
  for (let from = 0; from < units.length; from += insertsOf)
    await database.collection<UnitRow>('units').insertMany(units.slice(from, from + insertsOf));
  await database.collection<UserRow>('users').insertMany(known);
}

/** A running import in a system that is harmed meanwhile. */
export interface ImportDrill {
  id: string;
  tenantId: string;
  propertyId: string;
  read(): Promise<ImportRow>;
  /** Waits until the import leaves a state. */
  untilOver(status: ImportRow['status']): Promise<ImportRow>;
  /** Waits until `rows` rows are executed. */
  untilDone(rows: number): Promise<void>;
  commit(): Promise<void>;
}

/** Uploads a roster and waits for its plan. */
export async function planRoster(drill: Drill, rows: number): Promise<ImportDrill> {
  const { manager, database, local } = drill;
  const { id: propertyId, tenantId } = await manager.createProperty('Roster House');
  await fillHouse(drill, tenantId, propertyId, rows);
  const url = `${local.gatewayUrl}/api/admin/imports/residents/dry-run?propertyId=${propertyId}`;
  const headers = { authorization: `Bearer ${local.apiKey}`, 'content-type': 'text/csv' };
  const answer = await fetch(url, { method: 'POST', headers, body: rosterFile(rows) });
  if (!answer.ok) throw new Error(`the upload was answered ${answer.status}: ${await answer.text()}`);
  const { id } = ((await answer.json()) as { import: { id: string } }).import;
  const imports = database.collection<ImportRow>('imports');
  const read = async (): Promise<ImportRow> => {
    const row = await imports.findOne({ _id: id, tenantId });
    if (!row) throw new Error('The import is gone.');
    return row;
  };
  const planned: ImportDrill = {
    id,
    tenantId,
    propertyId,
    read,
    async untilOver(status) {
      const isOver = async (): Promise<boolean> => (await read()).status !== status;
      await waitUntil(isOver, { what: `the import to be ${status} no more`, timeoutMs: stageMs });
      return read();
    },
    async untilDone(count) {
      const isDone = async (): Promise<boolean> => ((await read()).progress?.done ?? 0) >= count;
      await waitUntil(isDone, { what: `${count} rows to be executed`, timeoutMs: stageMs, everyMs: 5 });
    },
    async commit() {
      const body = { importId: id, mode: 'VALID_ROWS' };
      await bodyOf(manager.call('/imports/residents/commit', { body }), 202);
    },
  };
  await planned.untilOver('VALIDATING');
  return planned;
}

/** Counts the faults by code. */
export async function countFaults({ database }: Drill, { id, tenantId }: ImportDrill) {
  const found = await database
    .collection<ImportedRow>('import_rows')
    .aggregate<{ _id: string; rows: number }>([
      { $match: { tenantId, importId: id, verdict: 'error' } },
      { $unwind: '$problems' },
      { $group: { _id: '$problems.code', rows: { $sum: 1 } } },
    ])
    .toArray();
  return Object.fromEntries(found.map(({ _id, rows }) => [_id, rows]));
}

/** Finds the move-ins in the feed. */
const movedIn = ({ database }: Drill, { tenantId, propertyId }: ImportDrill) =>
  database
    .collection<PublicEventRow>('public_events')
    .find({ tenantId, type: 'resident.moved_in', propertyIds: propertyId });

/** Waits until the feed contains `count` residents. */
export async function untilInFeed(drill: Drill, imported: ImportDrill, count: number): Promise<void> {
  const areInFeed = async (): Promise<boolean> => (await movedIn(drill, imported).toArray()).length >= count;
  await waitUntil(areInFeed, { what: 'the residents to be in the feed', timeoutMs: stageMs, everyMs: 500 });
}

const distinctOf = (values: readonly string[]): number => new Set(values).size;

/** Counts the effects of an import, each as rows and as distinct values. */
export async function countEffects(drill: Drill, imported: ImportDrill) {
  const { database } = drill;
  const { id, tenantId, propertyId } = imported;
  const users = await database.collection<UserRow>('users').find({ tenantId, importedBy: id }).toArray();
  const residences = users.flatMap((user) => user.residences);
  const outbox = database.collection<OutboxRow>('outbox');
  const eventsOf = async (type: EventType): Promise<string[]> => {
    const rows = await outbox.find({ tenantId, subject: { $in: [type, batchType] } }).toArray();
    const all = rows.flatMap(({ envelope }) =>
      envelope.type === batchType ? eventsOfBatch(envelope as EventOf<typeof batchType>) : [envelope],
    );
    return all
      .filter((event) => event.type === type && event.data['propertyId'] === propertyId)
      .map((event) => event.subject);
  };
  const started = await eventsOf('pas.v1.onboarding.residence.started');
  const records = await database
    .collection<AuditRecordRow>('audit_records')
    .find({ tenantId, 'record.action': 'import.applied', 'record.targets.id': id })
    .toArray();
  const recorded = records.flatMap(({ record }) =>
    record.targets.filter(({ type }) => type === 'user').map((target) => target.id ?? ''),
  );
  const placed = await movedIn(drill, imported)
    .map(({ entityId }) => entityId)
    .toArray();
  const rows = database.collection<ImportedRow>('import_rows');
  const homes = distinctOf(residences.map(({ unitId }) => unitId));
  return {
    users: [users.length, distinctOf(users.map(({ email }) => email ?? ''))],
    residences: [residences.length, distinctOf(residences.map((residence) => residence.id))],
    events: [started.length, distinctOf(started)],
    records: [recorded.length, distinctOf(recorded)],
    feed: [placed.length, distinctOf(placed)],
    executed: await rows.countDocuments({ tenantId, importId: id, execution: 'DONE' }),
    left: await rows.countDocuments({ tenantId, importId: id, verdict: 'error', execution: 'PLANNED' }),
    ends: (await eventsOf('pas.v1.onboarding.import.committed')).length,
    emptyHomes:
      homes -
      (await database.collection<UnitRow>('units').countDocuments({ propertyId, occupancy: 'OCCUPIED' })),
  };
}

/** Waits until every event is published and every record sealed. */
export async function untilSealed({ database, control }: Drill): Promise<void> {
  const outboxes = [database, control].map((db) => db.collection<OutboxRow>('outbox'));
  const count = async (filter: Partial<OutboxRow>): Promise<number> => {
    const ofDev = { environment: 'DEV', ...filter };
    const counts = await Promise.all(outboxes.map((outbox) => outbox.countDocuments(ofDev)));
    return counts.reduce((sum, each) => sum + each, 0);
  };
  const isSealed = async (): Promise<boolean> => {
    if ((await count({ state: 'new' })) > 0) return false;
    const sealed = await database.collection('audit_records').countDocuments({});
    return sealed === (await count({ subject: 'pas.v1.audit.record.submitted' }));
  };
  await waitUntil(isSealed, { what: 'the records to be sealed', timeoutMs: stageMs, everyMs: 500 });
}
