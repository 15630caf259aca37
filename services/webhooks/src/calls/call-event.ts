import type { CallLeg } from '@pas/shared/models/call';
import type { Party } from './led-call.ts';
import type { Home } from './plan-legs.ts';

/** How a leg ends that nobody has answered. */
export type LegEnd = Extract<CallLeg['status'], 'NO_ANSWER' | 'BUSY' | 'CANCELED' | 'FAILED'>;

/** Whether a resident may open the door. BUSY: too many commands wait for it. */
export type DoorAnswer = 'GRANTED' | 'DENIED' | 'BUSY';

/** What happens in a call, in the same words for all providers. */
export type CallEvent =
  /** The visitor's phone is connected, where that comes after the call. */
  | { kind: 'connected' }
  /** The provider has named a leg. */
  | { kind: 'leg_known'; leg: number; providerLegId: string }
  /** The visitor has named a unit. Null: it is none, or several. Busy: too many calls ring there already. */
  | { kind: 'unit_named'; home: Home | null; isBusy: boolean }
  | { kind: 'picked_up'; leg: number }
  /** A resident has pressed a digit. Where it is the one that opens, the door has been asked. */
  | { kind: 'pressed'; leg: number; digit: string; door: DoorAnswer | null }
  /** A resident has been asked, and has not chosen. */
  | { kind: 'not_chosen'; leg: number }
  | { kind: 'leg_ended'; leg: number; status: LegEnd }
  /** Nobody rings any more who was rung together. */
  | { kind: 'step_ended'; step: number; status: LegEnd }
  /** The visitor has waited for somebody to come to the app. */
  | { kind: 'waited' }
  /** Somebody has heard what was to be told. */
  | { kind: 'told'; party: Party }
  | { kind: 'hung_up'; isFailure: boolean };
