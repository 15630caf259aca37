import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ProcessingDependencies } from '../processing/receipt.ts';
import type { CallEvent } from './call-event.ts';
import type { LedCall } from './led-call.ts';
import { isBusy } from './live-calls.ts';
import { findHome } from './load-home.ts';

/** Reads the digits by which a visitor names a unit. */
export async function readUnitNamed(
  ctx: OperationContext,
  { limits }: Pick<ProcessingDependencies, 'limits'>,
  { call, digits }: { call: LedCall; digits: string },
): Promise<CallEvent> {
  const isAsked = call.flow.phase === 'ASKING';
  const home = isAsked ? await findHome(ctx, call.propertyId, digits) : null;
  const isRefused = home !== null && (await isBusy(ctx, { ...call, unitId: home.unitId }, limits));
  return { kind: 'unit_named', home, isBusy: isRefused };
}
