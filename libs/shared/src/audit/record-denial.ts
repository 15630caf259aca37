import type { Model } from 'mongoose';
import type { OperationContext } from '../context/operation-context.ts';
import { createEnvelope } from '@pas/platform/events/envelope';
import type { Fault } from '@pas/platform/errors/fault';
import { newOutboxRows, OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import type { Route } from '@pas/platform/http/define-route';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { prepareRecord } from './prepare-record.ts';

/** What was asked for and why it was refused. */
export interface Denial {
  /** `POST /api/admin/units`, with parameters in braces. */
  route: string;
  /** The code of the 403. */
  code: string;
}

/**
 * Records that a known caller of a known tenant was refused. One insert into the outbox, done before the answer goes
 * out, so that a refusal is never seen by the caller and missing in the audit.
 */
export async function recordDenial(
  outbox: Model<OutboxRow>,
  ctx: OperationContext,
  denial: Denial,
): Promise<void> {
  const entry = {
    action: 'request.denied',
    outcome: 'DENIED' as const,
    targets: [{ type: 'route', id: denial.route }],
    changes: [{ path: 'code', before: null, after: denial.code, isPersonal: false }],
  };
  const event = await prepareRecord(ctx, entry, null);
  const envelope = createEnvelope(event, ctx.service, ctx.now);
  const { environment, now, events } = ctx;
  const rows = newOutboxRows([envelope], { environment, now, lockUntil: events.sweepableAt() });
  await insertRows(outbox, rows, null);
  events.publish(outbox, rows);
}

/** Records in the Core's outbox that a route of a service has refused its caller; see `recordDenial`. */
export async function recordRouteDenial(
  ctx: OperationContext,
  { method, path }: Pick<Route, 'method' | 'path'>,
  { code }: Fault,
): Promise<void> {
  await recordDenial(OutboxModel, ctx, { route: `${method.toUpperCase()} ${path}`, code });
}
