import { publicTypeOf, type PublicEventType } from '@pas/shared/events/public-types';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { PublicEventHeadModel, type PublicEventHeadRow } from '@pas/shared/models/public-event-head';
import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import type { Envelope } from '@pas/platform/events/envelope';
import { core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { inTransaction, type Transaction } from '@pas/platform/mongo/in-transaction';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { entityOfType, publicEntities } from './public-catalogue.ts';

/** An event without a position in its tenant's order. */
type UnsequencedEvent = Omit<PublicEventRow, 'seq' | 'createdAt'>;

/** Writes rows that depend on new public events, in the transaction that sequences them. */
export type FollowEvents = (events: readonly PublicEventRow[], transaction: Transaction) => Promise<void>;

/** Events of one tenant to sequence, with their followers. */
export interface EventBatch {
  tenantId: string;
  events: readonly Envelope[];
  followers: readonly FollowEvents[];
}

/** Reads the property restrictions of the events' keys. */
async function propertiesOfKeys(keyIds: readonly string[]): Promise<ReadonlyMap<string, string[] | null>> {
  if (keyIds.length === 0) return new Map();
  const keys = await ApiKeyModel.find({ _id: { $in: [...keyIds] } }, { propertyIds: 1 }).lean<
    Pick<ApiKeyRow, '_id' | 'propertyIds'>[]
  >();
  return new Map(keys.map(({ _id, propertyIds }) => [_id, propertyIds]));
}

interface TypedEvent {
  event: Envelope;
  type: PublicEventType;
  entityId: string;
}

/** Returns the events that have a public type and name their entity. */
function typed(events: readonly Envelope[]): TypedEvent[] {
  return events.flatMap((event) => {
    const type = publicTypeOf(event);
    const entityId = type && event.data[publicEntities[entityOfType[type]].idField];
    return type !== null && typeof entityId === 'string' ? [{ event, type, entityId }] : [];
  });
}

async function prepare(events: readonly Envelope[]): Promise<UnsequencedEvent[]> {
  const found = typed(events);
  const keyIds = found.filter(({ type }) => entityOfType[type] === 'apiKey').map(({ entityId }) => entityId);
  const ofKeys = await propertiesOfKeys(keyIds);
  return found.map(({ event, type, entityId }) => {
    const { propertyId } = event.data;
    const own = typeof propertyId === 'string' ? [propertyId] : null;
    return {
      _id: event.id,
      tenantId: event.tenantid,
      type,
      entityId,
      propertyIds: entityOfType[type] === 'apiKey' ? (ofKeys.get(entityId) ?? null) : own,
      occurredAt: new Date(event.time),
      correlationId: event.correlationid,
    };
  });
}

/** Makes one attempt: the head, the events and their followers' writes, in one transaction. */
async function placeOnce(
  { tenantId, followers }: EventBatch,
  unplaced: readonly UnsequencedEvent[],
  transaction: Transaction,
): Promise<void> {
  const { session } = transaction;
  const head = await PublicEventHeadModel.findOneAndUpdate(
    { _id: tenantId },
    { $inc: { seq: unplaced.length } },
    { upsert: true, returnDocument: 'after', session },
  ).lean<PublicEventHeadRow>();
  const first = (head?.seq ?? 0) - unplaced.length + 1;
  const createdAt = new Date();
  const rows = unplaced.map((event, at) => ({ ...event, seq: first + at, createdAt }));
  await insertRows(PublicEventModel, rows, session);
  for (const follow of followers) await follow(rows, transaction);
}

/** Returns the events without a position. */
async function withoutPlace(
  tenantId: string,
  events: readonly UnsequencedEvent[],
): Promise<UnsequencedEvent[]> {
  const ids = events.map(({ _id }) => _id);
  const placed = await PublicEventModel.find({ tenantId, _id: { $in: ids } }, { _id: 1 }).lean();
  const known = new Set(placed.map(({ _id }) => _id));
  return events.filter(({ _id }) => !known.has(_id));
}

/**
 * Assigns events of one tenant their positions, and runs the followers, in one transaction. An event keeps
 * its position, so a batch may be delivered twice. The transaction moves the tenant's head: of two concurrent
 * processes, one commits and the other retries after it. So no event ever gets a position before one that a
 * reader has seen.
 */
export async function sequenceEvents(sequencing: EventBatch): Promise<void> {
  const { tenantId, events } = sequencing;
  const byId = new Map(events.map((event) => [event.id, event]));
  let left = await prepare([...byId.values()]);
  while (left.length > 0) {
    const batch = left;
    try {
      return await inTransaction(
        core,
        (_, transaction) => placeOnce(sequencing, batch, transaction),
        tenantId,
      );
    } catch (error) {
      // Redelivered events, or two first batches of a tenant that both insert its head.
      if (duplicateKeyOf(error) === null) throw error;
    }
    left = await withoutPlace(tenantId, batch);
  }
}
