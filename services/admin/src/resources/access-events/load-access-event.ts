import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { describeEvents, type DescribedEvent } from './describe-events.ts';

/** @throws not_found when there is no such event within the caller's reach */
export async function loadAccessEvent(ctx: OperationContext, id: string): Promise<DescribedEvent> {
  const event = await AccessEventModel.findOne({ _id: id, tenantId: ctx.tenantId }).lean<AccessEventRow>();
  if (!event || !mayAccessProperty(ctx, event.propertyId)) throw notFound();
  const [described] = await describeEvents(ctx.tenantId, [event]);
  if (!described) throw notFound();
  return described;
}
