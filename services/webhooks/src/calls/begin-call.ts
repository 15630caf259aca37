import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { commit } from '@pas/shared/change/commit';
import { toE164 } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel } from '@pas/shared/models/call';
import { newRow } from '@pas/shared/models/new-row';
import type { PropertyRow } from '@pas/shared/models/property';
import type { TenantRow } from '@pas/shared/models/tenant';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { chooseLanguage } from '@pas/shared/words/language';
import { receiptContext, type Processing } from '../processing/receipt.ts';
import { findCall, repeatOf } from './advance-call.ts';
import { providerNames, type Occasion } from './occasion.ts';
import { endCall } from './end-call.ts';
import type { Decided, LedCall } from './led-call.ts';
import { findNumber, loadHome, loadProperty } from './load-place.ts';
import { askForUnit, ringHome } from './ring-home.ts';
import { publishCall } from './save-call.ts';

/** A visitor who calls a number. */
export interface Arrival extends Occasion {
  from: string;
  to: string;
}

/** What is known of a place when a call comes. */
interface Place {
  number: VirtualNumberRow;
  /** Null where the number is assigned to nothing. */
  property: PropertyRow | null;
  tenant: TenantRow;
}

function newCall(ctx: OperationContext, arrival: Arrival, { number, property, tenant }: Place): LedCall {
  const { from, providerCallId, provider } = arrival;
  const isOpening = property !== null && number.accessPointId !== null;
  return {
    ...newRow(ctx, 'call'),
    propertyId: property?._id ?? null,
    unitId: property === null ? null : number.unitId,
    virtualNumberId: number._id,
    provider: providerNames[provider],
    providerCallId,
    direction: 'INBOUND',
    fromNumber: toE164(from, null),
    toNumber: number.number,
    status: 'RINGING',
    outcome: null,
    answeredBy: null,
    startedAt: ctx.now,
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
    legs: [],
    flow: {
      revision: 1,
      phase: 'ASKING',
      asked: 0,
      step: 0,
      legs: [],
      answeredLeg: null,
      isTalking: false,
      isDoorAsked: false,
      closing: null,
      language: chooseLanguage(property?.locale),
      placeName: property?.name ?? '',
      timeZone: property?.timeZone ?? 'UTC',
      ringMode: number.ringMode,
      ringSeconds: tenant.settings.callRingSeconds,
      openDigit: isOpening ? property.openDigit : null,
      accessPointId: isOpening ? number.accessPointId : null,
      steps: [],
    },
  };
}

/** What is done first: a unit is rung, a property's number asks for the unit, any other call ends with a notice. */
async function decideFirst(ctx: OperationContext, call: LedCall): Promise<Decided> {
  if (call.propertyId === null)
    return endCall(call, ctx.now, { outcome: 'NO_TARGET', closing: 'notInService' });
  if (call.unitId === null) return askForUnit(call);
  return ringHome(call, await loadHome(ctx, call.unitId), ctx.now);
}

async function insertCall(ctx: OperationContext, { call, commands }: Decided, key: string): Promise<void> {
  const kept = { ...call, flow: { ...call.flow, steps: [{ key, commands }] } };
  await commit(ctx, async (change) => {
    await insertRows(CallModel, [kept], change.session);
    publishCall(change, null, kept);
  });
}

/**
 * Records a call that comes in, and decides what is done for it. A repeat gets what was decided the first time.
 *
 * @returns null for a number that no tenant has
 * @throws unavailable while the store is
 */
export async function beginCall(processing: Processing, arrival: Arrival): Promise<Decided | null> {
  const number = await findNumber(arrival.to);
  const tenant = number && (await findTenant(number.tenantId));
  if (!number || !tenant) return null;
  const ctx = receiptContext(processing, arrival, tenant._id);
  const place = { number, tenant, property: await loadProperty(number) };
  const decided = await decideFirst(ctx, newCall(ctx, arrival, place));
  try {
    await insertCall(ctx, decided, arrival.key);
    return decided;
  } catch (error) {
    const first = isDuplicateIn(error, ['providerCallId']) ? await findCall(arrival) : null;
    if (!first) throw error;
    return repeatOf(first, arrival.key) ?? { call: first, commands: [] };
  }
}
