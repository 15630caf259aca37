import { setTimeout as delay } from 'node:timers/promises';
import { createKeypad } from '../call-script.ts';
import type { Stage } from '../stage.ts';
import type { Exchange } from './exchange.ts';
import { addLine, closeLine, emit, playScene, type CallOfB, type Line } from './line.ts';

/** Idle time after which a caller hangs up, in real milliseconds. */
const patienceMs = 20_000;

/** Interval in milliseconds at which the lines of a call are checked. */
const lookMs = 20;

/** Adds the visitor's line and starts the visitor's scripted actions. */
function visit(call: CallOfB): Line {
  const { script, course, clock } = call.stage;
  const visitor = addLine(call, {
    direction: 'incoming',
    from: script.from,
    to: script.to,
    who: 'caller',
    press: createKeypad(script.digits),
    callee: null,
    leg: null,
    controlId: `v3:${course.call.id}`,
  });
  course.tell('caller', `${script.from} calls ${script.to}`);
  emit(visitor, 'call.initiated');
  const { hangUpAfterSeconds } = script;
  if (hangUpAfterSeconds !== undefined)
    playScene(visitor, async (signal) => {
      await clock.wait(hangUpAfterSeconds, signal);
      course.tell('caller', 'hangs up');
      closeLine(visitor, visitor.state === 'parked' ? 'originator_cancel' : 'normal_clearing', 'caller');
    });
  return visitor;
}

/** Plays a call at telephony-b: the system receives events and sends commands. */
export async function playTelephonyB(stage: Stage, exchange: Exchange): Promise<void> {
  const { course, callbacks } = stage;
  const call: CallOfB = {
    stage,
    sessionId: course.call.providerCallId,
    lines: [],
    answers: new Map(),
    lastNewsAt: performance.now(),
    scenesUnderWay: 0,
  };
  exchange.connect(call);
  visit(call);
  const openLines = (): Line[] => call.lines.filter(({ state }) => state !== 'ended');
  for (let open = openLines(); open.length > 0; open = openLines()) {
    await delay(lookMs);
    const isLeftAlone = call.scenesUnderWay === 0 && performance.now() - call.lastNewsAt > patienceMs;
    if (!isLeftAlone) continue;
    course.blame('the system does nothing any more');
    for (const line of open) closeLine(line, 'normal_clearing', 'caller');
  }
  await callbacks.settled();
}
