import type { Command, CommandAnswer } from './command-fields.ts';
import { bridge, dialPhone, gather, speak } from './scenes.ts';
import { closeLine, emit, type CallOfB, type Line } from './line.ts';

const refused = (status: number, code: string, title: string): CommandAnswer => ({
  status,
  body: { errors: [{ code, title }] },
});

/** Answer for an unknown line. */
export const unknownLine = refused(404, '10005', 'Resource not found');

const callEnded = refused(422, '90018', 'Call has already ended');
const notAnswered = refused(422, '90034', 'Call has not been answered yet');
const unfit = refused(422, '10015', 'Bad request');
const done: CommandAnswer = { status: 200, body: { data: { result: 'ok' } } };

type Act = (line: Line, command: Command) => CommandAnswer;

function requireAnswered(act: (line: Line, command: Command) => void): Act {
  return (line, command) => {
    if (line.state === 'parked' || line.state === 'ringing') return notAnswered;
    act(line, command);
    return done;
  };
}

const answerLine: Act = (line) => {
  if (line.state !== 'parked') return unfit;
  line.state = 'answered';
  emit(line, 'call.answered');
  return done;
};

const bridgeLines: Act = (line, { call_control_id: otherId }) => {
  const other = line.call.lines.find(({ controlId }) => controlId === otherId);
  if (!other) return unknownLine;
  if (other === line) return unfit;
  if (other.state === 'ended') return callEnded;
  if (line.state !== 'answered' || other.state !== 'answered') return notAnswered;
  bridge(line, other);
  return done;
};

const hangUp: Act = (line) => {
  const isUnanswered = line.state === 'ringing' || line.state === 'parked';
  closeLine(line, isUnanswered ? 'originator_cancel' : 'normal_clearing', 'caller');
  return done;
};

const reject: Act = (line) => {
  if (line.state !== 'parked') return unfit;
  closeLine(line, 'call_rejected');
  return done;
};

const stopGathering: Act = (line) => {
  line.gathering?.('cancelled');
  return done;
};

const actions: Readonly<Record<string, Act>> = {
  answer: answerLine,
  reject,
  hangup: hangUp,
  bridge: bridgeLines,
  speak: requireAnswered((line, command) => speak(line, command, 'speak')),
  playback_start: requireAnswered((line, command) => speak(line, command, 'playback')),
  gather: requireAnswered(gather),
  gather_using_speak: requireAnswered(gather),
  gather_stop: stopGathering,
};

/** Runs a command once. A repeat of its id gets the first answer. */
function once(
  call: CallOfB,
  about: { key: string; name: string; command: Command },
  act: () => CommandAnswer,
) {
  const { key, name, command } = about;
  const id = command.command_id ?? null;
  const known = id === null ? undefined : call.answers.get(`${key} ${id}`);
  call.lastNewsAt = performance.now();
  call.stage.course.call.commands.push({ name, commandId: id, isRepeat: known !== undefined });
  if (known) {
    call.stage.course.tell('system', `repeats ${name}`);
    return known;
  }
  const answer = act();
  if (answer.status >= 400)
    call.stage.course.tell('system', `${name} is refused: ${JSON.stringify(answer.body)}`);
  if (id !== null) call.answers.set(`${key} ${id}`, answer);
  return answer;
}

/** Runs a command for a line. */
export function actOn(line: Line, name: string, command: Command): CommandAnswer {
  const act = actions[name];
  if (!act) return unknownLine;
  return once(line.call, { key: `${line.controlId} ${name}`, name: `${name} ${line.who}`, command }, () => {
    if (line.state === 'ended') return callEnded;
    line.clientState = command.client_state ?? line.clientState;
    line.call.stage.course.tell('system', `${name} ${line.who}`);
    return act(line, command);
  });
}

/** Dials a phone for the call of another line. */
export function dialFor(linked: Line, command: Command): CommandAnswer {
  const { call } = linked;
  const { to } = command;
  if (to === undefined) return unfit;
  return once(call, { key: 'dial', name: `dial ${to}`, command }, () => {
    if (call.stage.course.call.endedAt !== null) return callEnded;
    const { controlId, legId } = dialPhone(call, { ...command, to });
    const ids = { call_control_id: controlId, call_leg_id: legId, call_session_id: call.sessionId };
    return { status: 200, body: { data: { record_type: 'call', is_alive: true, ...ids } } };
  });
}
