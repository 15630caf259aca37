import type { CallLeg } from '@pas/shared/models/call';
import type { Party } from './led-call.ts';
import type { Home } from './plan-legs.ts';

/** The end of an unanswered leg. */
export type LegEnd = Extract<CallLeg['status'], 'NO_ANSWER' | 'BUSY' | 'CANCELED' | 'FAILED'>;

/** Whether a resident may open the door. BUSY: too many commands wait for it. */
export type DoorAnswer = 'GRANTED' | 'DENIED' | 'BUSY';

/** An event of a call, in the same form for all providers. */
export type CallEvent =
  /** The visitor's phone is connected. Only some providers report it separately. */
  | { kind: 'connected' }
  /** The provider has named a leg. */
  | { kind: 'leg_known'; leg: number; providerLegId: string }
  /**
   * The visitor has named a unit by digits. `home` is null for no or several units. `isBusy`: too many calls ring
   * there already.
   */
  | { kind: 'unit_named'; digits: string; home: Home | null; isBusy: boolean }
  | { kind: 'picked_up'; leg: number }
  /** A resident has pressed a digit. For the open digit, `door` has the decision. */
  | { kind: 'pressed'; leg: number; digit: string; door: DoorAnswer | null }
  /** A resident heard the offer and did not choose. */
  | { kind: 'not_chosen'; leg: number }
  | { kind: 'leg_ended'; leg: number; status: LegEnd }
  /** All phones of a step have stopped ringing. */
  | { kind: 'step_ended'; step: number; status: LegEnd }
  /** The visitor has waited for the app once more. */
  | { kind: 'waited' }
  /** The party has heard its notice. */
  | { kind: 'told'; party: Party }
  | { kind: 'hung_up'; isFailure: boolean };
