import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { natsDoors } from '@pas/shared/access/nats-doors';
import { newId } from '@pas/shared/ids/id';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { simulateDoor } from '@pas/testing/test-door';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { attemptFor } from './attempt-for.ts';

const log = createLogger({ service: 'test', environment: 'TEST', level: 'silent' });
const nats = await prepareOwnNats();

const attemptAt = (ref: string, msLeft: number) => attemptFor({ adapter: 'nats', ref }, msLeft);

beforeAll(() => nats.start());
afterAll(() => nats.wipe());

/** Opens the service and a controller of one door, each with its own connection. */
async function openDoor() {
  const ref = newId('event');
  const [service, controllers] = [
    connectBus({ url: nats.urlOf('core-mobile'), name: 'service', log }),
    connectBus({ url: nats.url, name: 'controllers', log }),
  ];
  onTestFinished(async () => void (await Promise.all([service.close(), controllers.close()])));
  const areUp = () => service.isConnected() && controllers.isConnected();
  await waitUntil(areUp, { what: 'the bus' });
  const controller = simulateDoor(controllers, ref);
  // The server knows of the subscription before a command is sent.
  await controllers.ping();
  return { send: natsDoors(service), controller, ref, areUp };
}

test('a slow controller: the answer that comes before the end of the attempt counts, and the command was sent once', async () => {
  const { send, controller, ref } = await openDoor();
  controller.behave('silent');
  const sending = send(attemptAt(ref, 60_000));
  await waitUntil(() => controller.commands.length > 0, { what: 'the command' });
  controller.answerAll();
  expect(await sending).toEqual({ status: 'SUCCEEDED', confirmed: true, error: null });
  expect(controller.commands).toHaveLength(1);
});

test('a controller that answers twice: the first answer counts', async () => {
  const { send, controller, ref } = await openDoor();
  controller.behave('twice');
  expect(await send(attemptAt(ref, 60_000))).toMatchObject({ status: 'SUCCEEDED' });
  expect(await send(attemptAt(ref, 60_000))).toMatchObject({ status: 'SUCCEEDED' });
  expect(controller.commands).toHaveLength(2);
});

test('NATS restarts between the command and its answer: timeout, and the command is never sent again', async () => {
  const { send, controller, ref, areUp } = await openDoor();
  controller.behave('silent');
  const sending = send(attemptAt(ref, 8000));
  await waitUntil(() => controller.commands.length > 0, { what: 'the command' });
  await nats.stop();
  await nats.start();
  await waitUntil(areUp, { what: 'the bus again' });
  expect(await sending).toEqual({ status: 'FAILED', confirmed: false, error: 'timeout' });
  expect(controller.commands).toHaveLength(1);
  // The next command reaches the controller again.
  controller.behave('answer');
  const opens = async () => (await send(attemptAt(ref, 10_000))).status === 'SUCCEEDED';
  await waitUntil(opens, { what: 'an open door' });
});

test('NATS is unavailable: controller_offline, and no command arrives later', async () => {
  const { send, controller, ref, areUp } = await openDoor();
  await nats.stop();
  await waitUntil(() => !areUp(), { what: 'the lost bus' });
  expect(await send(attemptAt(ref, 10_000))).toMatchObject({
    status: 'FAILED',
    error: 'controller_offline',
  });
  await nats.start();
  await waitUntil(areUp, { what: 'the bus again' });
  expect(controller.commands).toEqual([]);
});
