import { randomUUID } from 'node:crypto';
import type { PlayedLeg } from '../call-book.ts';
import { createKeypad, type Callee } from '../call-script.ts';
import { LineClosed, unlessClosed } from '../stage.ts';
import { callbackTo, resolvePlace } from './address.ts';
import type { Verb } from './read-answer.ts';
import { runDocuments } from './run-document.ts';
import type { Scene } from './scene.ts';

/** Result of ringing a phone. */
export interface LegEnd {
  readonly sid: string;
  readonly status: 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';
  readonly isBridged: boolean;
  /** Seconds that caller and callee talked. */
  readonly talkedSeconds: number;
}

/** Context that the legs of one `<Dial>` share. */
export interface DialContext {
  readonly scene: Scene;
  /** Ringing timeout in seconds. */
  readonly timeoutSeconds: number;
  /** Connects a leg with the caller, and ends the others. Returns false when another leg was faster. */
  readonly bridge: (sid: string) => boolean;
  /** Aborts for a leg when another is connected, or the caller hangs up. */
  readonly canceledBy: (sid: string) => AbortSignal;
}

/** A ringing phone. */
interface Line {
  readonly number: Verb;
  readonly callee: Callee;
  readonly leg: PlayedLeg;
  readonly fields: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const statuses = { initiated: 'initiated', ringing: 'ringing', answered: 'in-progress' } as const;
const order = ['initiated', 'ringing', 'answered', 'completed'];

/** Reports a change of a leg, if the `<Number>` requests it. */
function report(
  { stage, place }: Scene,
  { number, fields }: Line,
  { event, ...news }: { event: string; CallStatus: string; CallDuration?: string },
): void {
  const { statusCallback: address, statusCallbackMethod: method } = number.attributes;
  const wanted = (number.attributes['statusCallbackEvent'] ?? 'completed').split(/[\s,]+/);
  if (address === undefined || !wanted.includes(event)) return;
  const about = { CallbackSource: 'call-progress-events', SequenceNumber: String(order.indexOf(event)) };
  const said = { ...fields, ...about, Timestamp: new Date().toUTCString(), ...news };
  stage.callbacks.report(
    callbackTo(stage.config, resolvePlace(stage.config, place, { address, method }), said),
  );
}

function move(scene: Scene, line: Line, event: keyof typeof statuses): void {
  line.leg.status = statuses[event];
  report(scene, line, { event, CallStatus: statuses[event] });
}

/** Plays the document for a callee who answered. @returns whether caller and callee may be connected */
async function isScreened(
  { stage, place }: Scene,
  { number, callee, fields, signal }: Line,
): Promise<boolean> {
  const { url: address, method } = number.attributes;
  if (address === undefined) return true;
  const press = createKeypad(callee.behaviour === 'voicemail' ? [] : callee.digits);
  const party = { who: number.text.trim(), fields: { ...fields, CallStatus: 'in-progress' }, press, signal };
  const first = { place: resolvePlace(stage.config, place, { address, method }), fields: {} };
  return (await runDocuments(stage, party, { first, dial: null })) === 'next';
}

async function answerAndTalk({ scene, bridge }: DialContext, line: Line): Promise<LegEnd['status']> {
  const { callee, leg, signal } = line;
  const { course, clock } = scene.stage;
  await clock.wait(callee.answerAfterSeconds, signal);
  course.tell(leg.number, callee.behaviour === 'voicemail' ? 'voicemail answers' : 'answers');
  move(scene, line, 'answered');
  if (!(await isScreened(scene, line))) return 'completed';
  if (!bridge(leg.id)) throw new LineClosed();
  leg.isBridged = true;
  course.tell(leg.number, 'talks with the caller');
  await unlessClosed(clock.wait(callee.talkSeconds, scene.party.signal));
  if (!scene.party.signal.aborted) course.tell(leg.number, 'hangs up');
  return 'completed';
}

async function ring(ringing: DialContext, line: Line): Promise<LegEnd['status']> {
  const { scene, timeoutSeconds } = ringing;
  const { behaviour, answerAfterSeconds } = line.callee;
  const { course, clock } = scene.stage;
  move(scene, line, 'initiated');
  course.tell(line.leg.number, 'rings');
  move(scene, line, 'ringing');
  const isTaken = behaviour === 'answer' || behaviour === 'voicemail';
  if (isTaken && answerAfterSeconds < timeoutSeconds) return answerAndTalk(ringing, line);
  const isRefused = behaviour === 'busy' || behaviour === 'unreachable';
  await clock.wait(isRefused ? 1 : timeoutSeconds, line.signal);
  if (!isRefused) return 'no-answer';
  return behaviour === 'busy' ? 'busy' : 'failed';
}

/** Rings a phone, plays the document of its `url` when it is answered, and connects it. */
export async function playLeg(ringing: DialContext, number: Verb): Promise<LegEnd> {
  const { stage, party: caller } = ringing.scene;
  const [sid, to] = [`CA${randomUUID().replaceAll('-', '')}`, number.text.trim()];
  const parent = {
    ParentCallSid: caller.fields['CallSid'] ?? '',
    AccountSid: caller.fields['AccountSid'] ?? '',
  };
  const fields = { CallSid: sid, ...parent, Direction: 'outbound-dial', From: stage.script.from, To: to };
  const leg = stage.course.addLeg(sid, to);
  const line = { number, callee: stage.castCallee(to), leg, fields, signal: ringing.canceledBy(sid) };
  const startedAt = stage.clock.now();
  const status = (await unlessClosed(ring(ringing, line))) ?? 'canceled';
  leg.status = status;
  if (!leg.isBridged) stage.course.tell(to, `is over: ${status}`);
  const seconds = Math.round(stage.clock.now() - startedAt);
  const CallDuration = String(status === 'completed' ? seconds : 0);
  report(ringing.scene, line, { event: 'completed', CallStatus: status, CallDuration });
  return { sid, status, isBridged: leg.isBridged, talkedSeconds: leg.isBridged ? seconds : 0 };
}
