import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type Request } from 'express';
import type { PlayedCall } from '../calls/call-book.ts';
import { runSandbox, sendJson, type TestSandbox } from './run-sandbox.ts';

/** Handler of a callback: returns a status, or the body of a 200. */
type Respond = (path: string, fields: Record<string, string>, request: Request) => string | number;

/** A sandbox, and a small system that receives its calls. */
export interface CalledSystem {
  readonly sandbox: TestSandbox;
  /** Received callbacks, in order. */
  readonly callbacks: { path: string; fields: Record<string, string> }[];
  /** Sets the handler of later callbacks. */
  respond(by: Respond): void;
  /** Plays a call to its end. */
  call(script: object): Promise<PlayedCall>;
  stop(): Promise<void>;
}

const { privateKey } = generateKeyPairSync('ed25519');

/** Waits for the end of a call. */
async function waitForEnd(sandboxUrl: string, id: string): Promise<PlayedCall> {
  let [lines, after] = [[] as PlayedCall['lines'], 0];
  for (;;) {
    const response = await fetch(`${sandboxUrl}/telephony/calls/${id}?after=${after}&wait=20`);
    const { call } = (await response.json()) as { call: PlayedCall };
    lines = [...lines, ...call.lines];
    after = lines.length;
    if (call.endedAt !== null) return { ...call, lines };
  }
}

/** Starts both on free ports. */
export async function runCalledSystem(): Promise<CalledSystem> {
  let answer: Respond = () => 404;
  const callbacks: CalledSystem['callbacks'] = [];
  const app = express();
  app.use(express.urlencoded({ extended: false }), express.json(), (request, response) => {
    const fields = { ...request.query, ...request.body } as Record<string, string>;
    callbacks.push({ path: request.path, fields });
    const said = answer(request.path, fields, request);
    if (typeof said === 'number') response.status(said).end();
    else response.type('text/xml').send(said);
  });
  const server = app.listen(0, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<void>();
  server.once('listening', resolve);
  await promise;
  const sandbox = await runSandbox({
    WEBHOOKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PUBLIC_WEBHOOK_URL: 'https://hooks.test',
    TELEPHONY_A_AUTH_TOKENS: 'token-of-telephony-a',
    TELEPHONY_B_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    PAYMENTS_WEBHOOK_SECRETS: 'whsec_payments',
    IDENTITY_WEBHOOK_SECRETS: `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`,
  });
  return {
    sandbox,
    callbacks,
    respond: (by) => void (answer = by),
    async call(script) {
      callbacks.length = 0;
      const response = await sendJson('POST', `${sandbox.sandboxUrl}/telephony/calls`, {
        secondMs: 0,
        ...script,
      });
      const { call } = (await response.json()) as { call: PlayedCall };
      return waitForEnd(sandbox.sandboxUrl, call.id);
    },
    async stop() {
      await sandbox.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}
