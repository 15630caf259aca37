import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ProcessingDependencies } from '../processing/receipt.ts';
import type { CallEvent } from './call-event.ts';
import type { LedCall } from './led-call.ts';
import { isBusy } from './live-calls.ts';
import { findHome } from './load-home.ts';

/** Maximum number of keys that name a unit. The longest code has eight, and a label may have more digits. */
const maxKeys = 12;

/** Returns the keys that a visitor pressed before a final `#`. */
const keysOf = (digits: string): string => digits.replace(/#$/, '').replaceAll(/[^\d*]/g, '');

/** Reads the digits with which a visitor names a unit. */
export async function readUnitNamed(
  ctx: OperationContext,
  { limits }: Pick<ProcessingDependencies, 'limits'>,
  { call, digits }: { call: LedCall; digits: string },
): Promise<CallEvent> {
  const isAsked = call.flow.phase === 'ASKING';
  const keys = keysOf(digits);
  const isName = isAsked && /^\d+$/.test(keys) && keys.length <= maxKeys;
  const home = isName ? await findHome(ctx, call.propertyId, keys) : null;
  const isRefused = home !== null && (await isBusy(ctx, { ...call, unitId: home.unitId }, limits));
  return { kind: 'unit_named', digits: keys.slice(0, maxKeys), home, isBusy: isRefused };
}
