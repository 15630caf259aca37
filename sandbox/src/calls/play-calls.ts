import { randomUUID } from 'node:crypto';
import type { WebhookConfig } from '../config.ts';
import type { CallBook, PlayedCall } from './call-book.ts';
import { createRandom } from './random.ts';
import { createCallClock } from './call-clock.ts';
import { castCallees, type CallScript } from './call-script.ts';
import { createCallbacks } from './send-callbacks.ts';
import type { Stage } from './stage.ts';
import { playTelephonyA } from './telephony-a/play-call.ts';
import type { Exchange } from './telephony-b/exchange.ts';
import { playTelephonyB } from './telephony-b/play-call.ts';

interface Parts {
  readonly book: CallBook;
  readonly exchange: Exchange;
  readonly config: WebhookConfig;
  readonly report: (error: unknown) => void;
}

/** telephony-a drops a refused report; telephony-b retries it. */
const triesOf = { 'telephony-a': 1, 'telephony-b': 3 } as const;

/** Plays a call to its end, including late callbacks. */
async function play(stage: Stage, exchange: Exchange): Promise<void> {
  if (stage.script.provider === 'telephony-a') await playTelephonyA(stage);
  else await playTelephonyB(stage, exchange);
  await stage.callbacks.settled();
}

/** Starts a call, which continues in the background and is logged in the book. */
export function startCall({ book, exchange, config, report }: Parts, script: CallScript): PlayedCall {
  const { provider, from, to, duplicate, shuffle } = script;
  const [clock, random] = [createCallClock(script.secondMs), createRandom(script.seed)];
  const providerCallId = provider === 'telephony-a' ? `CA${randomUUID().replaceAll('-', '')}` : randomUUID();
  const course = book.start({ provider, providerCallId, from, to }, () => clock.now());
  const tries = triesOf[provider];
  const callbacks = createCallbacks({ config, course, clock, random, duplicate, shuffle, tries });
  const stage = { script, config, course, clock, callbacks, castCallee: castCallees(script.callees) };
  void play(stage, exchange)
    .catch((error: unknown) => {
      report(error);
      course.blame(`the sandbox could not continue: ${String(error)}`);
    })
    .finally(() => course.end());
  return course.call;
}
