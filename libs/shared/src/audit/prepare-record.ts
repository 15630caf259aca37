import type { OperationContext } from '../context/operation-context.ts';
import type { AuditSubmission } from '../events/areas/audit.ts';
import type { NewEvent } from '../events/catalogue.ts';
import type { PrincipalKind } from '../principal/principal.ts';
import type { FieldChange } from './field-changes.ts';
import { keepPersonal, type KeptValues } from './keep-personal.ts';

/** Actor of a record. */
export type AuditActor = Omit<AuditSubmission['actor'], 'name'> & { name: string | null };

/** An entity that a change concerns. */
export interface AuditTarget {
  type: string;
  id: string | null;
}

/** Identity in a plan of an entity that the change creates. Its own id differs in each try. */
export interface CreatedIdentity {
  /** Id of the entity to which it belongs. */
  parentId: string;
  /** Unique within the parent. */
  key: string | null;
}

/** Audit record of an operation, as the operation states it. */
export interface AuditEntry {
  /** Id of the submitting event, if readers find the record by another row before it is sealed. Default: a new one. */
  eventId?: string;
  /** `<entity>.<past participle>`, such as `unit.created`. */
  action: string;
  /** The requested entity first, then the entities that changed with it. */
  targets: readonly AuditTarget[];
  /** Further entities that the change writes and that only its plan lists: messages, and keys of a deleted door. */
  alsoPlanned?: readonly AuditTarget[];
  /** The created entities by id. Without it, no plan of their creation can be committed. */
  created?: ReadonlyMap<string, CreatedIdentity>;
  changes?: readonly FieldChange[];
  /**
   * The properties of the record. A caller restricted to other properties cannot see it. If the list is empty, no
   * restricted caller can.
   */
  propertyIds?: readonly string[];
  outcome?: AuditSubmission['outcome'];
  /** Why a request was refused. */
  denial?: AuditSubmission['denial'];
  /** The actor, if it is not the caller: a resident who was just created, or a worker. */
  actor?: AuditActor;
}

const actorTypes: Record<PrincipalKind, AuditActor['type']> = {
  api_key: 'API_KEY',
  staff: 'STAFF',
  resident: 'RESIDENT',
  provider: 'WEBHOOK',
  controller: 'SYSTEM',
  anonymous: 'SYSTEM',
};

/** Names of actors without a name of their own. Readers look up people by their ids. */
const nameless: Partial<Record<AuditActor['type'], string>> = { SYSTEM: 'System', WEBHOOK: 'Webhook' };

/** Returns the caller as an audit actor. */
export function actorOf({ principal }: Pick<OperationContext, 'principal'>): AuditActor {
  const type = actorTypes[principal.kind];
  return { type, id: principal.id, name: principal.name ?? nameless[type] ?? null };
}

/** Returns the actor for the submission. The name of a person becomes a digest, with its value in `kept`. */
function submittedActor(actor: AuditActor, kept: KeptValues): AuditSubmission['actor'] {
  const isPerson = actor.type === 'RESIDENT' || actor.type === 'STAFF';
  return isPerson ? { ...actor, name: keepPersonal(actor.name, kept) } : actor;
}

/**
 * Makes the event that submits one record to the sealer. Personal values are stored beside the chain, so neither the
 * bus nor the chain carries them.
 *
 * @param kept collects the personal values to store with the change
 */
export function prepareRecord(
  ctx: OperationContext,
  entry: AuditEntry,
  kept: KeptValues,
): NewEvent<'pas.v1.audit.record.submitted'> {
  const changes = (entry.changes ?? []).map(({ path, before, after, isPersonal }) => ({
    path,
    before: isPersonal ? keepPersonal(before, kept) : (before ?? null),
    after: isPersonal ? keepPersonal(after, kept) : (after ?? null),
  }));
  const actor = submittedActor(entry.actor ?? actorOf(ctx), kept);
  return {
    ...(entry.eventId !== undefined && { id: entry.eventId }),
    type: 'pas.v1.audit.record.submitted',
    tenantId: ctx.tenantId,
    subject: entry.targets[0]?.id ?? ctx.tenantId,
    data: {
      aggregateVersion: 1,
      action: entry.action,
      outcome: entry.outcome ?? 'SUCCESS',
      actor,
      targets: [...entry.targets],
      denial: entry.denial ?? null,
      changes,
      propertyIds: [...(entry.propertyIds ?? [])],
      context: {
        ...ctx.client,
        onBehalfOf: ctx.principal.onBehalfOf ?? null,
        reason: ctx.principal.reason ?? null,
        correlationId: ctx.correlationId,
        environment: ctx.environment,
        service: ctx.service,
      },
      occurredAt: ctx.now.toISOString(),
    },
  };
}

/**
 * Makes the event of a record whose change is not committed in the Core. The event carries the personal values, so
 * they commit with the change. The sealer stores them beside the chain.
 */
export function prepareCarryingRecord(
  ctx: OperationContext,
  entry: AuditEntry,
): NewEvent<'pas.v1.audit.record.submitted'> {
  const kept: KeptValues = { tenantId: ctx.tenantId, now: ctx.now, rows: [] };
  const event = prepareRecord(ctx, entry, kept);
  if (kept.rows.length === 0) return event;
  const personalValues = kept.rows.map(({ _id: digest, salt, value }) => ({ digest, salt, value }));
  return { ...event, data: { ...event.data, personalValues } };
}
