import { randomUUID } from 'node:crypto';
import { signTelephonyB } from '../../webhooks/sign.ts';
import type { PlayedLeg } from '../call-book.ts';
import type { Callee } from '../call-script.ts';
import { LineClosed, type Stage } from '../stage.ts';
import type { CommandAnswer } from './command-fields.ts';

/** Why a line has ended, as `call.hangup` says it. */
export type HangupCause =
  | 'normal_clearing'
  | 'originator_cancel'
  | 'timeout'
  | 'user_busy'
  | 'call_rejected'
  | 'unallocated_number';

/** A call of telephony-b with all its lines: the visitor's and those that the system has dialled. */
export interface CallOfB {
  readonly stage: Stage;
  readonly sessionId: string;
  readonly lines: Line[];
  /** The answers to commands by their id: a repeat does nothing. */
  readonly answers: Map<string, CommandAnswer>;
  /** When something last happened, in milliseconds of `performance.now()`. */
  lastNewsAt: number;
  /** What goes on by itself: phones that ring, texts that are spoken, conversations. */
  scenesUnderWay: number;
}

/** A line of a call, which commands steer. */
export interface Line {
  readonly call: CallOfB;
  readonly controlId: string;
  readonly legId: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly from: string;
  readonly to: string;
  /** As the course names who is on the line. */
  readonly who: string;
  readonly press: () => string;
  /** Null for the visitor. */
  readonly callee: Callee | null;
  leg: PlayedLeg | null;
  /** Where its events go, as a path. */
  readonly eventsPath: string;
  /** Aborted with `LineClosed` when the line ends. */
  readonly closing: AbortController;
  state: 'parked' | 'ringing' | 'answered' | 'bridged' | 'ended';
  clientState: string | null;
  /** The line that it is bridged with. */
  peer: Line | null;
  /** Ends the prompt that waits for digits, with a status. */
  gathering: ((status: 'cancelled' | 'call_hangup') => void) | null;
}

/** Where events go that no command sends elsewhere. */
const usualEventsPath = '/telephony-b/events';

type NewLine = Pick<Line, 'direction' | 'from' | 'to' | 'who' | 'press' | 'callee' | 'leg'> &
  Partial<Pick<Line, 'controlId' | 'eventsPath' | 'clientState'>>;

/** Adds a line to a call. */
export function addLine(call: CallOfB, about: NewLine): Line {
  const line: Line = {
    controlId: `v3:${randomUUID()}`,
    eventsPath: usualEventsPath,
    clientState: null,
    ...about,
    call,
    legId: randomUUID(),
    closing: new AbortController(),
    state: about.direction === 'incoming' ? 'parked' : 'ringing',
    peer: null,
    gathering: null,
  };
  call.lines.push(line);
  return line;
}

/** Sends an event of a line. Its tries and repeats keep its id. */
export function emit(line: Line, type: string, news: Readonly<Record<string, string>> = {}): void {
  const { call, direction, from, to, state } = line;
  const payload = {
    call_control_id: line.controlId,
    call_leg_id: line.legId,
    call_session_id: call.sessionId,
    connection_id: 'local',
    client_state: line.clientState,
    from,
    to,
    direction,
    state,
    ...news,
  };
  const event = { event_type: type, id: randomUUID(), occurred_at: new Date().toISOString(), payload };
  const told = ['digits', 'digit', 'status', 'hangup_cause'].flatMap((name) => news[name] ?? []).join(' ');
  call.lastNewsAt = performance.now();
  call.stage.callbacks.report({
    title: `${type} ${line.who} ${told}`.trimEnd(),
    method: 'POST',
    sign: (attempt) => ({
      ...signTelephonyB(call.stage.config, { data: event, meta: { attempt } }),
      path: line.eventsPath,
    }),
  });
}

/** Ends a line, and the one that it is bridged with. */
export function closeLine(line: Line, cause: HangupCause, by: 'caller' | 'callee' = 'callee'): void {
  if (line.state === 'ended') return;
  const wasRinging = line.state === 'ringing';
  line.gathering?.('call_hangup');
  line.state = 'ended';
  line.closing.abort(new LineClosed());
  const { leg, who, peer } = line;
  if (leg) leg.status = wasRinging ? cause : 'completed';
  line.call.stage.course.tell(who, `is over: ${cause}`);
  emit(line, 'call.hangup', { hangup_cause: cause, hangup_source: by });
  if (peer) closeLine(peer, 'normal_clearing', by);
}

/** Does work that goes on by itself, until the line ends. */
export function playScene(line: Line, work: (signal: AbortSignal) => Promise<void>): void {
  const { call } = line;
  call.scenesUnderWay += 1;
  const end = (error: Error | null): void => {
    call.scenesUnderWay -= 1;
    call.lastNewsAt = performance.now();
    if (error !== null && !(error instanceof LineClosed)) call.stage.course.blame(error.message);
  };
  void work(line.closing.signal).then(() => end(null), end);
}
