import { createKeypad } from '../call-script.ts';
import { LineClosed, unlessClosed, type Stage } from '../stage.ts';
import { callbackTo } from './address.ts';
import { dial } from './dial.ts';
import { runDocuments } from './run-document.ts';

/** Plays a call at telephony-a, following the instructions with which the system answers each step. */
export async function playTelephonyA(stage: Stage): Promise<void> {
  const { script, config, course, clock, callbacks } = stage;
  const about = { CallSid: course.call.providerCallId, AccountSid: 'AC-local', ApiVersion: '2010-04-01' };
  const numbers = { From: script.from, To: script.to, Caller: script.from, Called: script.to };
  const [hangUp, over] = [new AbortController(), new AbortController()];
  const fields = { ...about, ...numbers, Direction: 'inbound', CallStatus: 'in-progress' };

  async function loseInterest(seconds: number): Promise<void> {
    await clock.wait(seconds, over.signal);
    course.tell('caller', 'hangs up');
    hangUp.abort(new LineClosed());
  }

  course.tell('caller', `${script.from} calls ${script.to}`);
  if (script.hangUpAfterSeconds !== undefined) void unlessClosed(loseInterest(script.hangUpAfterSeconds));
  const startedAt = clock.now();
  const place = { url: `${config.publicUrl}/telephony-a/voice`, method: 'POST' as const };
  const first = { place, fields: { CallStatus: 'ringing' } };
  const caller = { who: 'caller', fields, press: createKeypad(script.digits), signal: hangUp.signal };
  await unlessClosed(runDocuments(stage, caller, { first, dial }));
  over.abort(new LineClosed());
  course.tell('provider', 'the call is over');
  const status = { url: `${config.publicUrl}/telephony-a/voice/status`, method: 'POST' as const };
  const end = { CallStatus: 'completed', CallDuration: String(Math.round(clock.now() - startedAt)) };
  const source = { CallbackSource: 'call-progress-events', SequenceNumber: '0' };
  callbacks.report(
    callbackTo(config, status, { ...fields, ...source, Timestamp: new Date().toUTCString(), ...end }),
  );
}
