import type { CallFlowRow, CallLeg, CallRow } from '@pas/shared/models/call';
import type { Messages } from '@pas/shared/messages/en';

/** A call with a flow, which this service controls. */
export type LedCall = CallRow & { flow: CallFlowRow };

/** The name of a spoken sentence in the catalogue. */
export type Notice = keyof Messages['voice'];

/** A party of a call: the visitor, or a resident by the index of the leg. */
export type Party = 'visitor' | number;

/** A command for the provider. Each provider has its own form of it. */
export type Command =
  /** Asks the visitor for the unit. */
  | { do: 'ask'; words: Notice; times: number }
  | { do: 'ring'; step: number; legs: number[] }
  /** Asks the visitor to wait while no phone rings, and causes a further event after some seconds. */
  | { do: 'wait'; words: Notice; seconds: number; times: number }
  /** Asks a resident to talk or to open. */
  | { do: 'offer'; leg: number }
  | { do: 'connect'; leg: number }
  | { do: 'tell'; party: Party; words: Notice }
  | { do: 'hangUp'; party: Party };

/** The decision about an event: the changed call and the commands for the provider. */
export interface CallDecision {
  call: LedCall;
  commands: Command[];
}

/** Returns the indices of the legs that meet a condition. */
export const legIndices = ({ legs }: LedCall, isWanted: (leg: CallLeg, index: number) => boolean): number[] =>
  legs.flatMap((leg, index) => (isWanted(leg, index) ? [index] : []));

/** Changes fields of the flow. */
export const withFlow = (call: LedCall, fields: Partial<CallFlowRow>): LedCall => ({
  ...call,
  flow: { ...call.flow, ...fields },
});

/** Changes the legs at some indices. */
export const withLegs = (call: LedCall, indices: readonly number[], fields: Partial<CallLeg>): LedCall => ({
  ...call,
  legs: call.legs.map((leg, index) => (indices.includes(index) ? { ...leg, ...fields } : leg)),
});

/** Changes fields of one leg in the flow. */
export const withDialled = (
  call: LedCall,
  index: number,
  fields: Partial<CallFlowRow['legs'][number]>,
): LedCall =>
  withFlow(call, {
    legs: call.flow.legs.map((leg, each) => (each === index ? { ...leg, ...fields } : leg)),
  });
