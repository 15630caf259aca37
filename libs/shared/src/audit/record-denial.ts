import type { Model } from 'mongoose';
import type { OperationContext } from '../context/operation-context.ts';
import { createEnvelope } from '@pas/platform/events/envelope';
import type { Fault } from '@pas/platform/errors/fault';
import { newOutboxRows, OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import type { DeniedRequest } from '@pas/platform/http/mount-routes';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { limitRefusals } from './limit-refusals.ts';
import { targetOfPath } from './path-target.ts';
import { prepareCarryingRecord } from './prepare-record.ts';

/** A refused request and the reason. */
export interface Denial {
  method: string;
  /** The requested path. */
  path: string;
  /** The template of the path, with parameters in braces. */
  route: string;
  /** The 403. */
  fault: Fault;
}

/**
 * Records the refusal of a known caller of a known tenant. One insert into the outbox precedes the answer, so that
 * the audit has every refusal that a caller sees.
 */
export async function recordDenial(
  outbox: Model<OutboxRow>,
  ctx: OperationContext,
  { method, path, route, fault }: Denial,
): Promise<void> {
  const entry = {
    action: 'request.denied',
    outcome: 'DENIED' as const,
    targets: [targetOfPath(path)],
    denial: { code: fault.code, scope: fault.details.scope ?? null, method, route },
  };
  const event = prepareCarryingRecord(ctx, entry);
  const envelope = createEnvelope(event, ctx.service, ctx.now);
  const { environment, now, events } = ctx;
  const rows = newOutboxRows([envelope], { environment, now, lockUntil: events.sweepableAt() });
  await insertRows(outbox, rows, null);
  events.publish(outbox, rows);
}

/**
 * Prepares the recorder of the refusals of a service's routes, in the Core's outbox. See `recordDenial`.
 *
 * @throws rate_limited for a caller with too many refusals. The caller gets 429 instead of 403, and nothing is
 *   recorded.
 */
export function createDenialRecorder(): (ctx: OperationContext, denied: DeniedRequest) => Promise<void> {
  const countRefusal = limitRefusals();
  return async (ctx, { route, path, fault }) => {
    // A denial at a door has an access event instead.
    if (fault.code === 'access_denied') return;
    const limited = countRefusal(ctx.principal);
    if (limited) throw limited;
    const method = route.method.toUpperCase();
    await recordDenial(OutboxModel, ctx, { method, path, route: route.path, fault });
  };
}
