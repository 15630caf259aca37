import { randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { OperationContext } from '../context/operation-context.ts';
import type { AuditSubmission } from '../events/areas/audit.ts';
import type { NewEvent } from '../events/catalogue.ts';
import { AuditPersonalValueModel, type AuditPersonalValueRow } from '../models/audit-personal-value.ts';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { PrincipalKind } from '../principal/principal.ts';
import type { FieldChange } from './field-changes.ts';
import { personalDigest } from './personal-digest.ts';

type Actor = AuditSubmission['actor'];

/** What an operation tells the audit. */
export interface AuditEntry {
  /** `<entity>.<past participle>`, such as `unit.created`. */
  action: string;
  /** The entity called upon first, then what changed with it. */
  targets: readonly { type: string; id: string | null }[];
  changes?: readonly FieldChange[];
  /** The properties it is about: a caller restricted to others isn't shown it, and none restricted where there are none. */
  propertyIds?: readonly string[];
  outcome?: AuditSubmission['outcome'];
  /** Why a request was refused. */
  denial?: AuditSubmission['denial'];
  /** Who acts, where that isn't the caller: a resident who has only just come into being, a worker. */
  actor?: Actor;
}

const actorTypes: Record<PrincipalKind, Actor['type']> = {
  api_key: 'API_KEY',
  staff: 'STAFF',
  resident: 'RESIDENT',
  provider: 'WEBHOOK',
  controller: 'SYSTEM',
  anonymous: 'SYSTEM',
};

/** The caller as the audit names it. */
export function actorOf({ principal }: Pick<OperationContext, 'principal'>): Actor {
  return { type: actorTypes[principal.kind], id: principal.id, name: principal.name };
}

/** Keeps a personal value beside the chain under its salted digest, which is all that the chain itself will hold. */
function digestPersonal(value: unknown, ctx: OperationContext, kept: AuditPersonalValueRow[]): unknown {
  if (value === null || value === undefined) return null;
  const salt = randomBytes(16).toString('base64url');
  const digest = personalDigest(salt, value);
  kept.push({ _id: digest, tenantId: ctx.tenantId, salt, value, createdAt: ctx.now });
  return { digest };
}

/**
 * Makes the event that submits one record to the sealer. Personal values are stored beside the chain with the change,
 * so neither the bus nor the chain ever carries them.
 *
 * @param session the change's, where it is one of the Core; null where no transaction reaches the values
 */
export async function prepareRecord(
  ctx: OperationContext,
  entry: AuditEntry,
  session: ClientSession | null,
): Promise<NewEvent<'pas.v1.audit.record.submitted'>> {
  const kept: AuditPersonalValueRow[] = [];
  const changes = (entry.changes ?? []).map(({ path, before, after, isPersonal }) => ({
    path,
    before: isPersonal ? digestPersonal(before, ctx, kept) : (before ?? null),
    after: isPersonal ? digestPersonal(after, ctx, kept) : (after ?? null),
  }));
  if (kept.length > 0) await insertRows(AuditPersonalValueModel, kept, session);
  return {
    type: 'pas.v1.audit.record.submitted',
    tenantId: ctx.tenantId,
    subject: entry.targets[0]?.id ?? ctx.tenantId,
    data: {
      action: entry.action,
      outcome: entry.outcome ?? 'SUCCESS',
      actor: entry.actor ?? actorOf(ctx),
      targets: [...entry.targets],
      denial: entry.denial ?? null,
      changes,
      propertyIds: [...(entry.propertyIds ?? [])],
      context: {
        ...ctx.client,
        correlationId: ctx.correlationId,
        environment: ctx.environment,
        service: ctx.service,
      },
      occurredAt: ctx.now.toISOString(),
    },
  };
}
