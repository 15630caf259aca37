import type { CallLeg, CallOutcome } from '@pas/shared/models/call';
import {
  legIndices,
  withFlow,
  withLegs,
  type Command,
  type CallDecision,
  type LedCall,
  type Notice,
  type Party,
} from './led-call.ts';

/** Facts that a decision needs beside the call. */
export interface CallFacts {
  at: Date;
  /** Whether the attempt to open the door has failed. */
  hasDoorFailed: boolean;
  /** The resident who opened the door in the app after the start of the call; null if nobody did. */
  openedBy: string | null;
}

/** Whether a leg may still be answered. */
export const isWaiting = ({ status }: CallLeg): boolean => status === 'RINGING' || status === 'QUEUED';

/** Makes the command that hangs up. */
export const hangUp = (party: Party): Command => ({ do: 'hangUp', party });

/** Returns the last commands for the visitor: the closing notice, if there is one, and the end. */
export const closingOf = ({ flow }: LedCall): Command[] => [
  ...(flow.closing === null
    ? []
    : [{ do: 'tell' as const, party: 'visitor' as const, words: flow.closing as Notice }]),
  hangUp('visitor'),
];

/** Ends a call. Ringing phones stop, and the visitor hears the closing notice. */
export function endCall(
  call: LedCall,
  at: Date,
  { outcome, closing }: { outcome: CallOutcome; closing: Notice | null },
): CallDecision {
  const ringing = legIndices(call, ({ status }) => status === 'RINGING');
  const open = legIndices(call, ({ status, endedAt }) => status === 'ANSWERED' && endedAt === null);
  const waiting = legIndices(call, isWaiting);
  const stopped = withLegs(withLegs(call, waiting, { status: 'CANCELED', endedAt: at }), open, {
    endedAt: at,
  });
  const ended = {
    ...withFlow(stopped, { phase: 'OVER', closing }),
    status: outcome === 'ERROR' ? ('FAILED' as const) : ('COMPLETED' as const),
    outcome,
    endedAt: at,
    durationSeconds: Math.max(0, Math.round((at.getTime() - call.startedAt.getTime()) / 1000)),
  };
  return { call: ended, commands: [...[...ringing, ...open].map(hangUp), ...closingOf(ended)] };
}

/** Ends a call because too many calls wait for an answer. */
export const endBusy = (call: LedCall, at: Date): CallDecision =>
  endCall(call, at, { outcome: 'BUSY', closing: 'linesBusy' });

/** Ends a call that a resident answered. */
export function endAnswered(call: LedCall, { at, hasDoorFailed }: CallFacts): CallDecision {
  if (!call.flow.isDoorAsked) return endCall(call, at, { outcome: 'ANSWERED', closing: null });
  return hasDoorFailed
    ? endCall(call, at, { outcome: 'ANSWERED', closing: 'doorFailed' })
    : endCall(call, at, { outcome: 'DOOR_OPENED', closing: 'doorOpen' });
}
