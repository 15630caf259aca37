import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { listen, localUrl } from '../http/listen.ts';
import { createDeliveryRules } from './delivery-behaviour.ts';
import { createMessageStore } from './message-store.ts';
import { createSmtpReceiver } from './smtp-receiver.ts';

it('a receiver that closes during a delayed answer asks for a retry and stores nothing', async () => {
  const messages = createMessageStore();
  const rules = createDeliveryRules();
  rules.set({ behaviour: 'slow', delayMs: 30_000 });
  let questions = 0;
  const countedRules = {
    ...rules,
    for: (address: string) => {
      questions += 1;
      return rules.for(address);
    },
  };
  const receiver = createSmtpReceiver({ messages, rules: countedRules, report: () => undefined });
  const port = await listen(receiver.server, { host: '127.0.0.1', port: 0, variable: 'SMTP_PORT' });
  const transport = createTransport(localUrl('smtp', '127.0.0.1', port));
  const delivery = transport.sendMail({ from: 'desk@maple.test', to: 'rosa@maple.test', text: 'hello' });
  const outcome = Promise.allSettled([delivery]);
  // The receiver reads the rules at RCPT, and again after the message, before the delay.
  await expect.poll(() => questions, { interval: 5 }).toBe(2);
  await receiver.close();
  expect(await outcome).toMatchObject([{ status: 'rejected', reason: { responseCode: 421 } }]);
  expect(messages.list()).toEqual([]);
});
