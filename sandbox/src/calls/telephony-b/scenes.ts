import { createKeypad, type Callee } from '../call-script.ts';
import { LineClosed } from '../stage.ts';
import type { Command } from './command-fields.ts';
import { addLine, closeLine, emit, playScene, type CallOfB, type Line } from './line.ts';

/** Spoken characters per second. */
const speed = 15;

const clockOf = ({ call }: Line) => call.stage.clock;

async function hear(line: Line, { payload = '', language }: Command, signal: AbortSignal): Promise<void> {
  if (payload === '') return;
  line.call.stage.course.tell(
    line.who,
    `hears${language === undefined ? '' : ` (${language})`}: “${payload}”`,
  );
  await clockOf(line).wait(payload.length / speed, signal);
}

/** Speaks a text or plays a recording. */
export function speak(line: Line, command: Command, kind: 'speak' | 'playback'): void {
  playScene(line, async (signal) => {
    emit(line, `call.${kind}.started`);
    await hear(line, { ...command, payload: command.payload ?? command.audio_url }, signal);
    emit(line, `call.${kind}.ended`, { status: 'completed' });
  });
}

/** Returns the digits that the prompt accepts. */
function takeDigits(pressed: string, { maximum_digits: max, terminating_digit: end }: Command) {
  const at = end === '' ? -1 : pressed.indexOf(end);
  const digits = (at < 0 ? pressed : pressed.slice(0, at)).slice(0, max);
  return { digits, isWhole: at >= 0 || digits.length >= max };
}

/** Speaks a prompt and reads the pressed keys. Ends a prompt that is still open. */
export function gather(line: Line, command: Command): void {
  line.gathering?.('cancelled');
  const stop = new AbortController();
  const finish = (digits: string, status: string): void => {
    line.gathering = null;
    emit(line, 'call.gather.ended', { digits, status });
  };
  line.gathering = (status) => {
    finish('', status);
    stop.abort(new LineClosed());
  };
  playScene(line, async () => {
    await hear(line, command, stop.signal);
    const pressed = line.press();
    const { digits, isWhole } = takeDigits(pressed, command);
    if (pressed !== '') line.call.stage.course.tell(line.who, `presses ${pressed}`);
    for (const digit of pressed) emit(line, 'call.dtmf.received', { digit });
    await clockOf(line).wait(isWhole ? 1 : command.timeout_millis / 1000, stop.signal);
    finish(digits, isWhole || digits.length >= command.minimum_digits ? 'valid' : 'timeout');
  });
}

/** Connects two lines. The callee presses the remaining keys, and hangs up after the conversation. */
export function bridge(line: Line, other: Line): void {
  [line.peer, other.peer] = [other, line];
  const callee = [line, other].find((side) => side.callee) ?? other;
  for (const side of [line, other]) {
    side.state = 'bridged';
    if (side.leg) side.leg.isBridged = true;
    emit(side, 'call.bridged');
  }
  line.call.stage.course.tell(callee.who, 'talks with the caller');
  playScene(callee, async (signal) => {
    const clock = clockOf(line);
    const talkSeconds = callee.callee?.talkSeconds ?? 0;
    await clock.wait(talkSeconds / 2, signal);
    const pressed = callee.press();
    if (pressed !== '') line.call.stage.course.tell(callee.who, `presses ${pressed}`);
    for (const digit of pressed) emit(callee, 'call.dtmf.received', { digit });
    await clock.wait(talkSeconds / 2, signal);
    line.call.stage.course.tell(callee.who, 'hangs up');
    closeLine(callee, 'normal_clearing');
  });
}

async function ring(line: Line, callee: Callee, timeoutSeconds: number): Promise<void> {
  const { behaviour, answerAfterSeconds } = callee;
  const { signal } = line.closing;
  const clock = clockOf(line);
  emit(line, 'call.initiated');
  line.call.stage.course.tell(line.who, 'rings');
  const isTaken = behaviour === 'answer' || behaviour === 'voicemail';
  if (isTaken && answerAfterSeconds < timeoutSeconds) {
    await clock.wait(answerAfterSeconds, signal);
    line.state = 'answered';
    if (line.leg) line.leg.status = 'answered';
    line.call.stage.course.tell(line.who, behaviour === 'voicemail' ? 'voicemail answers' : 'answers');
    return emit(line, 'call.answered');
  }
  const isRefused = behaviour === 'busy' || behaviour === 'unreachable';
  await clock.wait(isRefused ? 1 : timeoutSeconds, signal);
  if (!isRefused) return closeLine(line, 'timeout');
  return closeLine(line, behaviour === 'busy' ? 'user_busy' : 'unallocated_number');
}

/** Returns the path of an address for events. @throws Error for an address outside the system */
function eventsPathOf({ stage }: CallOfB, address: string | undefined): { eventsPath?: string } {
  if (address === undefined) return {};
  const { publicUrl, sendUrl } = stage.config;
  const base = [publicUrl, sendUrl].find((known) => address.startsWith(`${known}/`));
  if (base === undefined) throw new Error(`The address ${address} is not on ${publicUrl}.`);
  return { eventsPath: address.slice(base.length) };
}

/** Rings a phone for a call. */
export function dialPhone(call: CallOfB, command: Command & { to: string }): Line {
  const { to, from = call.stage.script.to, client_state: clientState = null, webhook_url: address } = command;
  const callee = call.stage.castCallee(to);
  const eventsPath = eventsPathOf(call, address);
  const line = addLine(call, {
    direction: 'outgoing',
    from,
    to,
    who: to,
    press: createKeypad(callee.behaviour === 'voicemail' ? [] : callee.digits),
    callee,
    leg: null,
    clientState,
    ...eventsPath,
  });
  line.leg = call.stage.course.addLeg(line.controlId, to);
  playScene(line, () => ring(line, callee, command.timeout_secs));
  return line;
}
