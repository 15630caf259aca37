import { randomUUID, type KeyObject } from 'node:crypto';
import { signTelephonyB, type SentWebhook } from '@pas/testing/signed-webhooks/sign-webhook';
import type { CallCarrier } from '../src/providers/telephony-b/call-carrier.ts';
import type { ProcessingDependencies } from '../src/processing/receipt.ts';
import { nextPhone, type Building } from './calls-support.ts';
import { processAll } from './processing-support.ts';

/** A request that telephony-b received. */
interface ReceivedCommand {
  path: string;
  body: Record<string, unknown>;
}

/** Starts the REST API of telephony-b. It executes each command once and records the requests. */
export function recordCommands() {
  const sent = new Map<string, ReceivedCommand>();
  const carrier: CallCarrier = {
    connectionId: undefined,
    command: (path, body, commandId) => {
      if (!sent.has(commandId)) sent.set(commandId, { path, body });
      return Promise.resolve(null);
    },
    sendText: (body, key) => {
      if (!sent.has(key)) sent.set(key, { path: '/messages', body });
      return Promise.resolve();
    },
  };
  return { sent, carrier };
}

interface PlayerOptions {
  key: KeyObject;
  send: (webhook: SentWebhook) => Promise<unknown>;
  processing: ProcessingDependencies;
  sent: Map<string, ReceivedCommand>;
}

/** Plays telephony-b: signs the events of calls, has them processed, and lists the resulting commands. */
export function playTelephonyB({ key, send, processing, sent }: PlayerOptions) {
  /** Takes the commands since the last read: the action, or the called number. */
  function takeCommands(): string[] {
    const commands = [...sent.values()].map(({ path, body }) =>
      path === '/calls'
        ? `call ${String(body['to'])}`
        : `${/([^/]+)\/actions/.exec(path)?.[1] ?? ''} ${path.split('/').at(-1) ?? ''}`,
    );
    sent.clear();
    return commands;
  }

  /** Returns a visitor's call, as telephony-b reports it. */
  function visit({ number }: Pick<Building, 'number'>, from = nextPhone()) {
    const visitor = `v-${randomUUID()}`;
    let state: string | undefined;
    const bodies: string[] = [];
    const spoken: string[] = [];
    const tell = async (type: string, payload: Record<string, unknown>): Promise<string[]> => {
      const data = { record_type: 'event', event_type: type, id: randomUUID(), payload };
      bodies.push(JSON.stringify({ data }));
      await send(signTelephonyB(key, bodies.at(-1) ?? ''));
      await processAll('telephony-b', processing);
      const answer = [...sent.values()].find(({ body }) => body['client_state'] !== undefined);
      state ??= answer?.body['client_state'] as string | undefined;
      for (const { body } of sent.values())
        if (body['payload'] !== undefined)
          spoken.push(`${body['language'] as string}: ${body['payload'] as string}`);
      return takeCommands();
    };
    const own = () => ({
      call_control_id: visitor,
      from,
      to: number,
      direction: 'incoming',
      client_state: state,
    });
    return {
      visitor,
      bodies,
      spoken,
      ofVisitor: (type: string, more: Record<string, unknown> = {}) => tell(type, { ...own(), ...more }),
      ofLeg: (to: string, type: string, more: Record<string, unknown> = {}) =>
        tell(type, {
          call_control_id: `l-${to.slice(1)}`,
          from: number,
          to,
          direction: 'outgoing',
          client_state: state,
          ...more,
        }),
    };
  }
  return { visit };
}
