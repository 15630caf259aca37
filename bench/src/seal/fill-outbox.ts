import { randomUUID } from 'node:crypto';
import { newId } from '@pas/shared/ids/id';
import mongoose from 'mongoose';
import type { BenchSystem } from '../system/run-system.ts';
import { outboxOf, submittedSubject } from '../system/watch-events.ts';

const { EJSON } = mongoose.mongo.BSON;

type Row = Readonly<Record<string, unknown>>;

/** Events that wait in the outbox. */
export interface Backlog {
  /** The smallest and the greatest of their ids, without other ids between them. */
  firstId: string;
  lastId: string;
  events: number;
  tenantIds: readonly string[];
}

const batchSize = 5000;

/** Values of the fields of a row before its publication. A sample row may lack some of the fields. */
const unpublished: Row = { state: 'new', leaseId: null, sentAt: null };

/** Finds the newest row that the product wrote for a created unit, in its state before publication. */
async function findSample(system: BenchSystem): Promise<Row> {
  const rows = outboxOf(system).find({ subject: submittedSubject }, { sort: { _id: -1 } });
  for await (const row of rows) {
    if (!EJSON.stringify(row).includes('unit.created')) continue;
    const stamps = Object.entries(unpublished).filter(([name]) => name in row);
    return { ...row, ...Object.fromEntries(stamps), lockUntil: new Date(0) };
  }
  throw new Error('The outbox has no creation of a unit to copy.');
}

/** Prepares copies of a row for other events, with all of its fields. */
function copier(sample: Row): (eventId: string, tenantId: string) => Row {
  const text = EJSON.stringify(sample, { relaxed: false });
  const eventId = String(sample['_id']);
  const tenantId = String(sample['tenantId']);
  const [unitId = ''] = /unit_[0-9a-z]{26}/.exec(text) ?? [];
  const [, correlationId = ''] = /"correlation[Ii]d":"([^"]+)"/.exec(text) ?? [];
  return (newEventId, newTenantId) => {
    const copy = text
      .replaceAll(eventId, newEventId)
      .replaceAll(tenantId, newTenantId)
      .replaceAll(unitId, newId('unit'))
      .replaceAll(correlationId, randomUUID());
    return EJSON.parse(copy, { relaxed: false }) as Row;
  };
}

/** Puts events into the outbox as the product writes them, of several tenants in turns. */
export async function fillOutbox(
  system: BenchSystem,
  { events, tenants }: { events: number; tenants: number },
): Promise<Backlog> {
  const copy = copier(await findSample(system));
  const tenantIds = Array.from({ length: tenants }, () => newId('tenant'));
  const outbox = system.core.collection('outbox');
  let [firstId, lastId] = ['', ''];
  for (let done = 0; done < events; done += batchSize) {
    const size = Math.min(batchSize, events - done);
    const rows = Array.from({ length: size }, (_empty, index) => {
      const eventId = newId('event');
      if (firstId === '' || eventId < firstId) firstId = eventId;
      if (eventId > lastId) lastId = eventId;
      return copy(eventId, tenantIds[index % tenants] ?? '');
    });
    await outbox.insertMany(rows, { ordered: false });
  }
  return { firstId, lastId, events, tenantIds };
}
