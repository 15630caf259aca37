import type { CallFlowRow, CallLeg, CallRow } from '@pas/shared/models/call';
import type { Words } from '@pas/shared/words/words';

/** A call that is led here. */
export type LedCall = CallRow & { flow: CallFlowRow };

/** A sentence that somebody hears, by its name in the catalogue. */
export type Notice = keyof Words['voice'];

/** Who hears something: the visitor, or the resident of a leg, by its place among the legs. */
export type Party = 'visitor' | number;

/** What is to be done at the provider. Each provider has its own way to say it. */
export type Command =
  /** Asks the visitor for the unit. */
  | { do: 'ask'; words: Notice; times: number }
  | { do: 'ring'; step: number; legs: number[] }
  /** Tells the visitor to wait while no phone rings, and asks again after some seconds what to do. */
  | { do: 'wait'; words: Notice; seconds: number; times: number }
  /** Asks a resident to choose: to talk or to open. */
  | { do: 'offer'; leg: number }
  | { do: 'connect'; leg: number }
  | { do: 'tell'; party: Party; words: Notice }
  | { do: 'hangUp'; party: Party };

/** What became of a call by an event, and what is to be done for it. */
export interface Decided {
  call: LedCall;
  commands: Command[];
}

/** The places of the legs that fulfil a condition. */
export const placesOf = ({ legs }: LedCall, isWanted: (leg: CallLeg, place: number) => boolean): number[] =>
  legs.flatMap((leg, place) => (isWanted(leg, place) ? [place] : []));

/** Changes what the flow knows of a call. */
export const withFlow = (call: LedCall, fields: Partial<CallFlowRow>): LedCall => ({
  ...call,
  flow: { ...call.flow, ...fields },
});

/** Changes the legs at some places. */
export const withLegs = (call: LedCall, places: readonly number[], fields: Partial<CallLeg>): LedCall => ({
  ...call,
  legs: call.legs.map((leg, place) => (places.includes(place) ? { ...leg, ...fields } : leg)),
});

/** Changes what the flow knows of one leg. */
export const withDialled = (
  call: LedCall,
  place: number,
  fields: Partial<CallFlowRow['legs'][number]>,
): LedCall =>
  withFlow(call, {
    legs: call.flow.legs.map((leg, each) => (each === place ? { ...leg, ...fields } : leg)),
  });
