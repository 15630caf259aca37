import { randomUUID } from 'node:crypto';
import { signTelephonyB } from '../../webhooks/sign.ts';
import type { PlayedLeg } from '../call-book.ts';
import type { Callee } from '../call-script.ts';
import { LineClosed, type Stage } from '../stage.ts';
import type { CommandAnswer } from './command-fields.ts';

/** Reason why a line ended, as `call.hangup` reports it. */
export type HangupCause =
  | 'normal_clearing'
  | 'originator_cancel'
  | 'timeout'
  | 'user_busy'
  | 'call_rejected'
  | 'unallocated_number';

/** A call of telephony-b with all its lines: the visitor's and the dialled ones. */
export interface CallOfB {
  readonly stage: Stage;
  readonly sessionId: string;
  readonly lines: Line[];
  /** Answers to commands by id, for repeats. */
  readonly answers: Map<string, CommandAnswer>;
  /** Time of the last activity, in milliseconds of `performance.now()`. */
  lastNewsAt: number;
  /** Number of running scenes: ringing phones, spoken texts, conversations. */
  scenesUnderWay: number;
}

/** A line of a call, controlled by commands. */
export interface Line {
  readonly call: CallOfB;
  readonly controlId: string;
  readonly legId: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly from: string;
  readonly to: string;
  /** Name of the party in the log. */
  readonly who: string;
  readonly press: () => string;
  /** Null for the visitor. */
  readonly callee: Callee | null;
  leg: PlayedLeg | null;
  /** Path of its events. */
  readonly eventsPath: string;
  /** Aborts with `LineClosed` when the line ends. */
  readonly closing: AbortController;
  state: 'parked' | 'ringing' | 'answered' | 'bridged' | 'ended';
  clientState: string | null;
  /** The bridged line. */
  peer: Line | null;
  /** Ends the prompt that waits for digits, with a status. */
  gathering: ((status: 'cancelled' | 'call_hangup') => void) | null;
}

/** Default path of events. */
const defaultEventsPath = '/telephony-b/events';

type NewLine = Pick<Line, 'direction' | 'from' | 'to' | 'who' | 'press' | 'callee' | 'leg'> &
  Partial<Pick<Line, 'controlId' | 'eventsPath' | 'clientState'>>;

/** Adds a line to a call. */
export function addLine(call: CallOfB, about: NewLine): Line {
  const line: Line = {
    controlId: `v3:${randomUUID()}`,
    eventsPath: defaultEventsPath,
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

/** Sends an event of a line. Retries and repeats keep its id. */
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
  const details = ['digits', 'digit', 'status', 'hangup_cause'].flatMap((name) => news[name] ?? []).join(' ');
  call.lastNewsAt = performance.now();
  call.stage.callbacks.report({
    title: `${type} ${line.who} ${details}`.trimEnd(),
    method: 'POST',
    sign: (attempt) => ({
      ...signTelephonyB(call.stage.config, { data: event, meta: { attempt } }),
      path: line.eventsPath,
    }),
  });
}

/** Ends a line and its bridged line. */
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

/** Runs work in the background, until the line ends. */
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
