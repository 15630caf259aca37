import { setTimeout as pause } from 'node:timers/promises';
import { publicSubjects } from '@pas/shared/events/public-types';
import type { BenchSystem } from '../system/run-system.ts';
import { submittedSubject } from '../system/watch-events.ts';

/** Documents of an import. Nothing else of its tenant was written since. */
export interface ImportScope {
  tenantId: string;
  importId: string;
  propertyId: string;
  /** Number of its rows. */
  rows: number;
  /** Start of its execution. */
  since: Date;
}

type Since = Pick<ImportScope, 'tenantId' | 'since'>;

const lookEveryMs = 100;

/** Filters of the documents that follow from an import, by collection. */
export function followUps({ tenantId, since }: Since) {
  const ofTime = { tenantId, createdAt: { $gte: since } };
  return {
    outbox: ofTime,
    audit_personal_values: ofTime,
    public_events: ofTime,
    audit_records: { tenantId, recordedAt: { $gte: since } },
  };
}

interface CommittedCounts {
  /** Audit records submitted by the changes. */
  records: number;
  /** Events that get a place in the feed, by themselves or in batches. */
  events: number;
}

/** Counts the events and records that the changes of an import committed. */
async function countCommitted({ core }: BenchSystem, of: Since): Promise<CommittedCounts> {
  const inBatch = { $size: { $ifNull: ['$envelope.data.gathered', []] } };
  const single = { $cond: [{ $in: ['$subject', publicSubjects('onboarding')] }, 1, 0] };
  const record = { $cond: [{ $eq: ['$subject', submittedSubject] }, 1, 0] };
  const [counted] = await core
    .collection('outbox')
    .aggregate<CommittedCounts>([
      { $match: followUps(of).outbox },
      { $group: { _id: null, records: { $sum: record }, events: { $sum: { $add: [single, inBatch] } } } },
    ])
    .toArray();
  return counted ?? { records: 0, events: 0 };
}

/** Returns the last position in the feed of a tenant. */
async function lastPlace({ core }: BenchSystem, { tenantId }: Since): Promise<number> {
  const heads = core.collection<{ _id: string; seq: number }>('public_event_heads');
  return (await heads.findOne({ _id: tenantId }))?.seq ?? 0;
}

/** Prepares to wait for all effects of an import; called before it begins. */
export async function followImport(system: BenchSystem, of: Since): Promise<() => Promise<void>> {
  const { core } = system;
  const first = await lastPlace(system, of);
  const isPublished = async (): Promise<boolean> =>
    (await core.collection('outbox').findOne({ environment: 'DEV', state: 'new' })) === null;
  const isFollowed = async ({ records, events }: CommittedCounts): Promise<boolean> => {
    const sealed = { tenantId: of.tenantId, occurredAt: { $gte: of.since } };
    return (
      (await lastPlace(system, of)) - first >= events &&
      (await core.collection('audit_records').countDocuments(sealed)) >= records &&
      (await isPublished())
    );
  };
  return async () => {
    while (!(await isPublished())) await pause(lookEveryMs);
    const committed = await countCommitted(system, of);
    while (!(await isFollowed(committed))) await pause(lookEveryMs);
  };
}
