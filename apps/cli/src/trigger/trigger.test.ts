import { describe, expect, test } from 'vitest';
import { publicEventTypes } from '@pas/shared/events/public-types';
import { createProgram } from '../program.ts';
import { listTriggers } from './events/event-triggers.ts';
import { writeTextEvent } from './send-event.ts';
import { writeScript } from './trigger-call.ts';

const options = {
  to: '+12125550123',
  provider: 'telephony-b',
  digit: '9',
  duplicate: true,
  shuffle: false,
  seed: 1,
  secondMs: 100,
} as const;

describe('pas trigger', () => {
  test('--answer 2 lets the first phone ring, answers the second and presses the digit', () => {
    const { digit, ...sent } = options;
    expect(writeScript({ ...options, answer: 2, unit: '12', hangUpAfter: 8 })).toEqual({
      ...sent,
      callees: [{ behaviour: 'no-answer' }, { behaviour: 'answer', digits: digit }],
      digits: '12#',
      hangUpAfterSeconds: 8,
    });
    expect(writeScript(options)).toEqual({ ...sent, callees: [] });
  });

  test('a text message is reported in the form of each provider', () => {
    const text = { from: '+12125550111', to: options.to, text: 'STOP' };
    const id = expect.stringMatching(/^SM[0-9a-f]{32}$/) as string;
    expect(writeTextEvent({ ...text, provider: 'telephony-a' })).toEqual({
      MessageSid: id,
      From: text.from,
      To: text.to,
      Body: 'STOP',
    });
    expect(writeTextEvent({ ...text, provider: 'telephony-b' })).toEqual({
      event_type: 'message.received',
      payload: { id, from: { phone_number: text.from }, to: [{ phone_number: text.to }], text: 'STOP' },
    });
  });

  const run = (args: readonly string[], environment: Record<string, string> = {}) =>
    createProgram({
      environment,
      operator: 'test',
      print: () => undefined,
      remark: () => undefined,
      exit: () => undefined,
    }).parseAsync(['trigger', ...args], { from: 'user' });

  test('a missing sandbox setting is named', async () => {
    await expect(run(['call', '--number', options.to])).rejects.toThrow('SANDBOX_URL: is missing.');
  });

  test.for(['invite.created', 'import'])(
    '%s is refused outside DEV and TEST, before any request',
    async (trigger) => {
      const environment = { ENVIRONMENT: 'STAGING', PAS_URL: 'http://127.0.0.1:9', PAS_API_KEY: 'key' };
      await expect(run([trigger], environment)).rejects.toThrow('works only in DEV and TEST');
    },
  );

  test('--list names the operations of each public event', () => {
    expect(listTriggers().map(({ event }) => event)).toEqual(publicEventTypes);
    expect(listTriggers()[0]).toEqual({ event: 'invite.created', summary: 'creates an invite' });
  });

  test('an unreachable sandbox is named', async () => {
    const environment = { SANDBOX_URL: 'http://127.0.0.1:9' };
    await expect(run(['payments', 'invoice.paid', '--data', '{}'], environment)).rejects.toThrow(
      'The sandbox does not answer at http://127.0.0.1:9. Start the local system.',
    );
  });
});
