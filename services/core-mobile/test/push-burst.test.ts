import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { CallModel } from '@pas/shared/models/call';
import { openPushSenders, pushFields } from '@pas/shared/push/push-settings';
import type { PushMessage } from '@pas/shared/push/push-message';
import { startPushServices } from '@pas/testing/push-services';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { pushRinging } from '../src/consumers/push-calls.ts';
import { addCall } from './add-call.ts';
import { addDevice, addResident, newHome, startCoreMobile, testTokens } from './core-mobile-harness.ts';

await startCoreMobile();
const log = createLogger({ service: 'core-mobile', environment: 'TEST', level: 'silent' });
const worker = { service: 'core-mobile', name: 'Test', environment: 'TEST', events: leaveToSweeper, log };
const message: PushMessage = {
  id: newId('event'),
  kind: 'call',
  title: 'a',
  body: 'b',
  data: {},
  ttlSeconds: 30,
};

/** Starts a fake FCM that issues tokens; `take` answers messages. */
async function playFcm(take: (response: ServerResponse) => void | Promise<void>) {
  const asked = { messages: 0, underWay: 0, most: 0 };
  const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
    incoming.resume();
    if (incoming.url === '/token')
      return void response.end(JSON.stringify({ access_token: 'a', expires_in: 3600 }));
    asked.messages += 1;
    asked.underWay += 1;
    asked.most = Math.max(asked.most, asked.underWay);
    response.once('close', () => (asked.underWay -= 1));
    void take(response);
  };
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = {
    project_id: 'burst',
    client_email: 'push@burst.test',
    private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    token_uri: `${url}/token`,
  };
  const settings = { FCM_SERVICE_ACCOUNT_KEY: JSON.stringify(account), FCM_API_URL: url };
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, settings, stop };
}

const sendersWith = (settings: Record<string, string>) =>
  openPushSenders({ ...z.object(pushFields).parse(settings), NODE_ENV: 'test' }, { tokens: testTokens, log });

test('a silent service gets at most 64 messages at once in a burst of 500 calls, and browsers still ring', async () => {
  const fcm = await playFcm(() => undefined);
  const outside = await startPushServices();
  onTestFinished(() => outside.stop());
  const senders = sendersWith({ ...outside.settings, ...fcm.settings });
  const tenants = Array.from({ length: 10 }, () => newId('tenant'));
  const phone = (index: number) => ({
    _id: newId('device'),
    tenantId: tenants[index % tenants.length] ?? '',
    provider: 'FCM' as const,
    status: 'ACTIVE' as const,
    pushToken: testTokens.seal(`token:${index}`),
  });
  let answered = 0;
  // Phones of 500 calls, four each.
  const phones = Array.from({ length: 2000 }, async (_, index) => {
    const answer = await senders.pushTo(phone(index), message);
    answered += 1;
    return answer;
  });
  await waitUntil(() => fcm.asked.underWay > 0, { what: 'messages at the silent service' });
  const browsers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const pushToken = testTokens.seal(JSON.stringify(await outside.subscribe()));
      return senders.pushTo({ ...phone(index), provider: 'WEBPUSH', pushToken }, message);
    }),
  );
  expect(browsers.map(({ result }) => result)).toEqual(browsers.map(() => 'ACCEPTED'));
  const answers = await Promise.all(phones);
  expect(answered).toBe(2000);
  expect(answers.filter(({ result }) => result !== 'UNREACHABLE')).toEqual([]);
  expect(fcm.asked.most).toBeLessThanOrEqual(64);
  fcm.stop();
  await senders.close();
});

test('a message is dropped when its call ends before the next try', async () => {
  const home = newHome();
  const call = await addCall(home);
  const filter = { _id: call._id, tenantId: home.tenantId };
  const fcm = await playFcm(async (response) => {
    await CallModel.updateOne(filter, { $set: { status: 'COMPLETED', endedAt: new Date() } });
    response.writeHead(429, { 'retry-after': '1' }).end('{}');
  });
  const senders = sendersWith(fcm.settings);
  const person = await addResident(home);
  await addDevice(person);
  const about = { callId: call._id, userIds: [person.row._id] };
  const { rung } = await pushRinging(workContext(worker, home.tenantId), senders, about);
  expect(await rung).toMatchObject([{ result: 'UNREACHABLE', reason: 'busy' }]);
  expect(fcm.asked.messages).toBe(1);
  fcm.stop();
  await senders.close();
});
