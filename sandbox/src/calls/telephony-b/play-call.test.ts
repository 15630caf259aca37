import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCalledSystem, type CalledSystem } from '../../testing/run-called-system.ts';
import { sendJson } from '../../testing/run-sandbox.ts';

const to = '+12125550123';
const [first, second] = ['+12125550111', '+12125550112'];

interface EventBody {
  data: { id: string; event_type: string; payload: Record<string, string | null> };
}

describe('the sandbox plays a call of telephony-b', () => {
  let system: CalledSystem;
  const command = async (path: string, body: object, key = 'local-telephony-b-key') =>
    fetch(`${system.sandbox.sandboxUrl}/telephony-b/v2/calls${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const act = (line: string | null | undefined, action: string, body: object = {}) =>
    command(`/${line}/actions/${action}`, body);
  const sentEvents = (): EventBody['data'][] =>
    system.callbacks.map(({ fields }) => (fields as unknown as EventBody).data);
  const typesOf = (phone: string): string[] =>
    sentEvents()
      .filter(({ payload }) => payload['to'] === phone)
      .map(({ event_type: type }) => type);

  /** Plays a system that rings two phones in order and connects the callee who presses 1. */
  async function ringInOrder({ event_type: type, id, payload }: EventBody['data']): Promise<void> {
    const { call_control_id: line, to: phone, direction, digits, client_state: state } = payload;
    const visitor = direction === 'incoming' ? line : Buffer.from(state ?? '', 'base64').toString();
    const about = { command_id: id, client_state: Buffer.from(visitor ?? '').toString('base64') };
    const dial = (number: string) =>
      command('', { ...about, link_to: visitor, to: number, from: to, timeout_secs: 20 });
    const prompt = { ...about, payload: 'Press 1.', maximum_digits: 1, timeout_millis: 5000 };
    const wasConnected = sentEvents().some((event) => event.event_type === 'call.bridged');
    const reactions: Record<string, () => Promise<unknown>> = {
      'incoming call.initiated': () => act(line, 'answer', about),
      'incoming call.answered': () => dial(first),
      'outgoing call.answered': () => act(line, 'gather_using_speak', prompt),
      'outgoing call.gather.ended': () =>
        digits === '1'
          ? act(visitor, 'bridge', { ...about, call_control_id: line })
          : act(line, 'hangup', about),
      'outgoing call.hangup': async () => {
        if (wasConnected) return;
        await (phone === first ? dial(second) : act(visitor, 'hangup', about));
      },
    };
    await reactions[`${direction} ${type}`]?.();
  }

  beforeAll(async () => {
    system = await runCalledSystem();
  });
  beforeEach(() => {
    const seen = new Set<string>();
    system.respond((_path, fields) => {
      const event = (fields as unknown as EventBody).data;
      if (!seen.has(event.id)) void ringInOrder(event);
      seen.add(event.id);
      return '';
    });
  });
  afterAll(() => system.stop());

  test('phones ring in order, the second callee presses 1, and both talk', async () => {
    const callees = [{ behaviour: 'busy' }, { behaviour: 'answer', digits: '1' }];
    const call = await system.call({ provider: 'telephony-b', to, callees });
    expect(call.faults).toEqual([]);
    expect(call.legs.map(({ number, status, isBridged }) => [number, status, isBridged])).toEqual([
      [first, 'user_busy', false],
      [second, 'completed', true],
    ]);
    expect(typesOf(to)).toEqual(['call.initiated', 'call.answered', 'call.bridged', 'call.hangup']);
    expect(typesOf(first)).toEqual(['call.initiated', 'call.hangup']);
    expect(typesOf(second)).toEqual([
      'call.initiated',
      'call.answered',
      'call.dtmf.received',
      'call.gather.ended',
      'call.bridged',
      'call.hangup',
    ]);
  });

  test('voicemail presses nothing, and an unanswered phone times out', async () => {
    const callees = [{ behaviour: 'voicemail' }, { behaviour: 'no-answer' }];
    const { legs } = await system.call({ provider: 'telephony-b', to, callees });
    expect(legs.map(({ status }) => status)).toEqual(['completed', 'timeout']);
    expect(sentEvents().find(({ event_type: type }) => type === 'call.gather.ended')?.payload).toMatchObject({
      digits: '',
      status: 'timeout',
    });
  });

  test('an open prompt of a callee ends just before its line', async () => {
    system.respond((_path, fields) => {
      const event = (fields as unknown as EventBody).data;
      if (event.event_type === 'call.initiated') void act(event.payload['call_control_id'], 'answer');
      if (event.event_type === 'call.answered')
        void act(event.payload['call_control_id'], 'gather_using_speak', { payload: 'Which unit?' });
      return '';
    });
    await system.call({ provider: 'telephony-b', to, hangUpAfterSeconds: 3 });
    expect(typesOf(to)).toEqual(['call.initiated', 'call.answered', 'call.gather.ended', 'call.hangup']);
    expect(sentEvents().at(-2)?.payload).toMatchObject({ status: 'call_hangup' });
  });

  test('a repeated command has no effect and gets the first answer', async () => {
    const answers: unknown[] = [];
    let line: string | null | undefined;
    async function dialTwice(): Promise<void> {
      await act(line, 'answer');
      const dial = { to: first, link_to: line, command_id: 'one' };
      for (const _time of [1, 2]) answers.push(await (await command('', dial)).json());
      answers.push((await act(line, 'bridge', { call_control_id: line })).status);
      answers.push((await act(line, 'sing')).status, (await command('', dial, 'wrong-key')).status);
      await act(line, 'hangup');
      answers.push((await act(line, 'speak', { payload: 'Hello' })).status);
    }
    system.respond((_path, fields) => {
      const { event_type: type, payload } = (fields as unknown as EventBody).data;
      if (type === 'call.initiated' && payload['direction'] === 'incoming') {
        line = payload['call_control_id'];
        void dialTwice();
      }
      return '';
    });
    const { legs, commands } = await system.call({ provider: 'telephony-b', to });
    expect(legs).toHaveLength(1);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers.slice(2)).toEqual([422, 404, 401, 422]);
    expect(commands.filter(({ name }) => name === `dial ${first}`).map(({ isRepeat }) => isRepeat)).toEqual([
      false,
      true,
    ]);
  });

  test('events are sent twice and out of order, and a refused one is retried', async () => {
    let refusals = 1;
    system.respond(() => (refusals-- > 0 ? 503 : ''));
    const script = { provider: 'telephony-b', to, hangUpAfterSeconds: 2, duplicate: true, shuffle: true };
    const { faults } = await system.call(script);
    expect(faults).toHaveLength(1);
    const ids = sentEvents().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([5, 2]);
  });

  test('calls are listed by the called number', async () => {
    const other = '+12125550177';
    const { id } = await system.call({ provider: 'telephony-b', to: other, hangUpAfterSeconds: 1 });
    const listed = await fetch(
      `${system.sandbox.sandboxUrl}/telephony/calls?to=${encodeURIComponent(other)}`,
    );
    expect(await listed.json()).toMatchObject({ calls: [{ id, to: other }] });
    expect((await sendJson('POST', `${system.sandbox.sandboxUrl}/telephony/calls`, {})).status).toBe(422);
  });
});
