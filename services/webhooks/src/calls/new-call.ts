import type { CallFlowRow } from '@pas/shared/models/call';
import { newRow, type RowContext } from '@pas/shared/models/new-row';
import type { PropertyRow } from '@pas/shared/models/property';
import type { TenantRow } from '@pas/shared/models/tenant';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { chooseLanguage } from '@pas/shared/messages/language';
import type { LedCall } from './led-call.ts';
import { languageOfNumber } from './number-language.ts';
import { providerNames, type CallEventRef } from './call-event-ref.ts';
import { voiceOf } from './spoken-words.ts';
import { readProviderNumber } from './read-provider-number.ts';

/** An incoming call of a visitor. */
export interface Arrival extends CallEventRef {
  from: string;
  to: string;
}

/** The called number, with its property and tenant. */
interface CalledNumber {
  number: VirtualNumberRow;
  /** Null for an unassigned number. */
  property: PropertyRow | null;
  tenant: TenantRow;
}

/** Makes the initial flow of a call from the current settings of property and number. */
function newFlow({ number, property, tenant }: CalledNumber): CallFlowRow {
  const isOpening = property !== null && number.accessPointId !== null;
  const language = property === null ? languageOfNumber(number.number) : chooseLanguage(property.locale);
  return {
    revision: 1,
    phase: 'ASKING',
    asked: 0,
    step: 0,
    devicesUntil: null,
    earlierAttempts: null,
    waits: 0,
    legs: [],
    answeredLeg: null,
    isTalking: false,
    isDoorAsked: false,
    closing: null,
    language,
    voice: voiceOf(language, property?.locale),
    placeName: property?.name ?? '',
    timeZone: property?.timeZone ?? 'UTC',
    ringMode: number.ringMode,
    ringSeconds: tenant.settings.callRingSeconds,
    openDigit: isOpening ? property.openDigit : null,
    accessPointId: isOpening ? number.accessPointId : null,
    steps: [],
  };
}

/** Makes the row of an incoming call, before any decision. */
export function newCall(ctx: RowContext, arrival: Arrival, called: CalledNumber): LedCall {
  const { from, providerCallId, provider } = arrival;
  const { number, property } = called;
  return {
    ...newRow(ctx, 'call'),
    propertyId: property?._id ?? null,
    unitId: property === null ? null : number.unitId,
    virtualNumberId: number._id,
    dialled: null,
    provider: providerNames[provider],
    providerCallId,
    direction: 'INBOUND',
    fromNumber: readProviderNumber(from),
    toNumber: number.number,
    status: 'RINGING',
    outcome: null,
    answeredBy: null,
    startedAt: ctx.now,
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
    legs: [],
    flow: newFlow(called),
  };
}
