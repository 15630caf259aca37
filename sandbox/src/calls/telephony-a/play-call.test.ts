import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCalledSystem, type CalledSystem } from '../../testing/run-called-system.ts';

const to = '+12125550123';
const [first, second] = ['+12125550111', '+12125550112'];

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${body}</Response>`;
const number = (phone: string): string =>
  `<Number url="whisper?to=one" statusCallback="/telephony-a/leg" statusCallbackEvent="initiated ringing answered completed">${phone}</Number>`;

/** Plays a system that rings two residents in order and connects the one who presses 1. */
function ringInOrder(path: string, fields: Record<string, string>): string | number {
  if (path === '/telephony-a/voice')
    return xml(`<Say>Hello</Say><Dial action="next?n=2" timeout="20">${number(first)}</Dial>`);
  if (path === '/telephony-a/next' && fields['n'] === '2' && fields['DialBridged'] === 'false')
    return xml(`<Dial action="/telephony-a/next?n=3" timeout="20">${number(second)}</Dial>`);
  if (path === '/telephony-a/whisper')
    return xml(
      '<Gather numDigits="1" timeout="5" action="press"><Say>Press 1 &amp; talk.</Say></Gather><Hangup/>',
    );
  if (path === '/telephony-a/press') return xml(fields['Digits'] === '1' ? '' : '<Hangup/>');
  return path.startsWith('/telephony-a') ? xml('') : 404;
}

describe('the sandbox plays a call of telephony-a', () => {
  let system: CalledSystem;
  const answers = (): (string | undefined)[] =>
    system.callbacks
      .filter(({ path }) => path === '/telephony-a/next')
      .map(({ fields }) => fields['DialCallStatus']);
  beforeAll(async () => {
    system = await runCalledSystem();
  });
  afterAll(() => system.stop());

  test('phones ring in order, the second callee presses 1, and both talk', async () => {
    system.respond(ringInOrder);
    const callees = [{ behaviour: 'no-answer' }, { behaviour: 'answer', digits: '1' }];
    const call = await system.call({ to, callees });
    expect(call.faults).toEqual([]);
    expect(call.legs.map(({ number: phone, status, isBridged }) => [phone, status, isBridged])).toEqual([
      [first, 'no-answer', false],
      [second, 'completed', true],
    ]);
    expect(answers()).toEqual(['no-answer', 'completed']);
    const legs = system.callbacks.filter(({ path }) => path === '/telephony-a/leg');
    expect(legs.map(({ fields }) => fields['CallStatus'])).toEqual([
      'initiated',
      'ringing',
      'no-answer',
      'initiated',
      'ringing',
      'in-progress',
      'completed',
    ]);
    expect(system.callbacks.at(-1)).toMatchObject({
      path: '/telephony-a/voice/status',
      fields: { CallSid: call.providerCallId, CallStatus: 'completed' },
    });
    expect(call.lines.map(({ who, text }) => `${who} ${text}`)).toContain(`${second} presses 1`);
  });

  test('voicemail presses nothing and is not connected', async () => {
    system.respond(ringInOrder);
    const call = await system.call({ to, callees: [{ behaviour: 'voicemail' }, { behaviour: 'busy' }] });
    expect(call.legs.map(({ status, isBridged }) => [status, isBridged])).toEqual([
      ['completed', false],
      ['busy', false],
    ]);
    expect(answers()).toEqual(['completed', 'busy']);
  });

  test('one of several ringing phones is connected, and the others are canceled', async () => {
    system.respond((path, fields) =>
      path === '/telephony-a/voice'
        ? xml(`<Dial action="next?n=3">${number(first)}${number(second)}</Dial>`)
        : ringInOrder(path, fields),
    );
    const callees = [
      { number: first, behaviour: 'answer', answerAfterSeconds: 9, digits: '1' },
      { number: second, behaviour: 'answer', answerAfterSeconds: 2, digits: ['1'] },
    ];
    const { legs } = await system.call({ to, callees });
    expect(legs.map(({ status, isBridged }) => [status, isBridged])).toEqual([
      ['canceled', false],
      ['completed', true],
    ]);
  });

  test('a caller who hangs up ends the ringing, and the action is still requested', async () => {
    system.respond(ringInOrder);
    const { legs } = await system.call({ to, hangUpAfterSeconds: 6, callees: [{ behaviour: 'no-answer' }] });
    expect(legs.map(({ status }) => status)).toEqual(['canceled']);
    const [action] = system.callbacks.filter(({ path }) => path === '/telephony-a/next');
    expect(action?.fields).toMatchObject({ DialCallStatus: 'canceled', CallStatus: 'completed' });
  });

  test('digits end with #, and no input leads to the next instruction', async () => {
    const ask = '<Gather finishOnKey="#" action="/telephony-a/unit"><Say>Which unit?</Say></Gather>';
    system.respond((path) =>
      xml(path === '/telephony-a/voice' ? `${ask}<Redirect>/telephony-a/again</Redirect>` : ask),
    );
    await system.call({ to, digits: ['', '12#'] });
    expect(system.callbacks.map(({ path, fields }) => [path, fields['Digits']]).slice(0, 3)).toEqual([
      ['/telephony-a/voice', undefined],
      ['/telephony-a/again', undefined],
      ['/telephony-a/unit', '12'],
    ]);
  });

  test('every callback is sent twice, at times determined by the seed', async () => {
    system.respond(ringInOrder);
    const callees = [{ behaviour: 'no-answer' }, { behaviour: 'answer', digits: '1' }];
    const script = { to, callees, duplicate: true, shuffle: true };
    const courses = [];
    for (const seed of [7, 7, 8]) {
      const call = await system.call({ ...script, seed });
      expect(call.faults).toEqual([]);
      courses.push(call.lines.map(({ text }) => text));
    }
    expect(courses[0]).toEqual(courses[1]);
    expect(courses[2]).not.toEqual(courses[0]);
    expect(system.callbacks).toHaveLength(2 * 13);
  });

  test.each([
    ['an answer that is not XML', 'ok', 'text data outside of root node'],
    ['an unknown instruction', xml('<Sing/>'), 'The instruction <Sing> is not known here.'],
    ['an address of others', xml('<Redirect>https://evil.test/x</Redirect>'), 'is not on https://hooks.test'],
    ['an error', 500, '500 for CallStatus=ringing'],
  ])('%s is a fault, and ends the call', async (_name, answer, fault) => {
    system.respond((path) => (path === '/telephony-a/voice' ? answer : xml('')));
    const { faults, endedAt } = await system.call({ to });
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(endedAt).not.toBeNull();
  });
});
