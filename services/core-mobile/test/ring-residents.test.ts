import { connectBus, type Bus } from '@pas/platform/events/bus';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { workContext } from '@pas/shared/context/work-context';
import { declareBus } from '@pas/shared/events/declare-bus';
import { newId } from '@pas/shared/ids/id';
import type { CallLeg, CallRow } from '@pas/shared/models/call';
import { newProperty } from '@pas/shared/models/new-property';
import { newUnit } from '@pas/shared/models/new-unit';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import type { PushSenders } from '@pas/shared/push/push-senders';
import { openPushSenders, pushFields } from '@pas/shared/push/push-settings';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { startPushServices, type TestPush } from '@pas/testing/push-services';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pushAnswered, pushMissed, pushRinging } from '../src/consumers/push-calls.ts';
import { startRingingResidents } from '../src/consumers/ring-residents.ts';
import { addCall } from './add-call.ts';
import { addDevice, addResident, newHome, startCoreMobile, testTokens } from './core-mobile-harness.ts';

const environment = 'TEST';
const log = createLogger({ service: 'core-mobile', environment, level: 'silent' });
const events = leaveToSweeper;
const worker = { service: 'core-mobile', name: 'Test', environment, events, log };

await startCoreMobile();
const nats = await prepareOwnNats();

type Home = ReturnType<typeof newHome>;

describe('a call pushes to the devices of residents', () => {
  let outside: Awaited<ReturnType<typeof startPushServices>>;
  let bus: Bus;
  let declaring: Bus;
  let home: Home;
  let senders: PushSenders;
  let closers: (() => Promise<void>)[];

  beforeAll(async () => {
    await nats.start();
    outside = await startPushServices();
    trustAuthorities(outside.caFile);
    declaring = connectBus({ url: nats.url, name: 'operator', log });
    await waitUntil(() => declaring.isConnected(), { what: 'the bus' });
    await declareBus(declaring);
    bus = connectBus({ url: nats.urlOf('core-mobile'), name: 'core-mobile', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus of the service' });
    const settings = z.object(pushFields).parse(outside.settings);
    senders = openPushSenders({ ...settings, NODE_ENV: 'test' }, { tokens: testTokens, log });
    const ringing = startRingingResidents({ bus, environment, events, log, senders });
    const sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus: declaring, log });
    closers = [() => ringing.stop(), () => sweeper.stop(), () => senders.close()];
    home = await addHome();
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await Promise.all([bus.close(), declaring.close(), outside.stop()]);
    await nats.wipe();
  });

  async function addHome(): Promise<Home> {
    const { tenantId } = newHome();
    const ctx = workContext(worker, tenantId);
    const property = newProperty(ctx, { name: 'Maple Court', timeZone: 'UTC' });
    const unit = newUnit(ctx, { propertyId: property._id, label: '4B' });
    await PropertyModel.insertMany([property]);
    await UnitModel.insertMany([unit]);
    return { tenantId, propertyId: property._id, unitId: unit._id };
  }

  /** Adds a resident with a phone to the home. */
  async function addPerson(locale: string | null = null) {
    const person = await addResident(home, { locale });
    const token = `token:${newId('event')}`;
    await addDevice(person, {
      provider: 'FCM',
      pushToken: testTokens.seal(token),
      tokenHash: newId('event'),
    });
    return { userId: person.row._id, token };
  }

  const legOf = (userId: string, fields: Partial<CallLeg> = {}): CallLeg => ({
    userId,
    toNumber: '+12025550111',
    status: 'NO_ANSWER',
    reason: null,
    pushed: true,
    startedAt: new Date(),
    answeredAt: null,
    endedAt: null,
    ...fields,
  });

  const about = (call: Pick<CallRow, '_id'>) => ({
    aggregateVersion: 1,
    callId: call._id,
    propertyId: home.propertyId,
    unitId: home.unitId,
  });
  const publish = async (event: Parameters<typeof createEnvelope>[0]): Promise<void> =>
    appendEvents(OutboxModel, [createEnvelope(event, 'webhooks', new Date())], { environment });
  const ring = (call: CallRow, userIds: readonly string[]) =>
    publish({
      type: 'pas.v1.calls.call.rung',
      tenantId: home.tenantId,
      subject: call._id,
      data: { ...about(call), userIds },
    });
  const answer = ({ _id, answeredBy }: CallRow) =>
    publish({
      type: 'pas.v1.calls.call.answered',
      tenantId: home.tenantId,
      subject: _id,
      data: { ...about({ _id }), answeredBy: answeredBy ?? '' },
    });
  const end = ({ outcome, answeredBy, ...call }: CallRow) =>
    publish({
      type: 'pas.v1.calls.call.ended',
      tenantId: home.tenantId,
      subject: call._id,
      data: { ...about(call), outcome, answeredBy },
    });
  const untilArrived = (token: string): Promise<TestPush[]> =>
    waitUntil(
      async () => {
        const messages = await outside.arrived(token);
        return messages.length > 0 ? messages : null;
      },
      { what: 'a message' },
    );

  test('when it rings, in the language of each resident, with property and unit', async () => {
    const [ada, otto, away] = [await addPerson('en-US'), await addPerson('de'), await addPerson()];
    const call = await addCall(home);
    await ring(call, [ada.userId, otto.userId]);
    expect(await untilArrived(ada.token)).toMatchObject([
      {
        title: 'Someone’s at the door',
        body: 'Maple Court, 4B',
        data: { kind: 'call', callId: call._id, unitId: home.unitId, propertyId: home.propertyId },
      },
    ]);
    expect(await untilArrived(otto.token)).toMatchObject([{ title: 'Es klingelt' }]);
    expect(await outside.arrived(away.token)).toEqual([]);
  });

  test('immediately to the others when a resident answers, except during quiet hours, and not at the end', async () => {
    const people = [await addPerson(), await addPerson(), await addPerson(), await addPerson()];
    const [first, second, asleep, phoneless] = people.map(({ userId }) => userId) as [
      string,
      string,
      string,
      string,
    ];
    const legs = [
      legOf(first),
      legOf(second, { status: 'ANSWERED' }),
      legOf(asleep, { status: 'SKIPPED', reason: 'quiet_hours' }),
      legOf(phoneless, { status: 'SKIPPED', reason: 'no_verified_phone' }),
    ];
    const talking = { status: 'IN_PROGRESS', answeredAt: new Date(), legs } as const;
    const call = await addCall(home, { ...talking, answeredBy: second });
    await answer(call);
    const messages = await Promise.all(
      [people[0], people[3]].map((person) => untilArrived(person?.token ?? '')),
    );
    for (const [message] of messages)
      expect(message).toMatchObject({
        title: 'Call from the door',
        body: 'Maple Court, 4B: someone else in your home answered.',
        data: { kind: 'missed-call' },
      });
    for (const person of [people[1], people[2]])
      expect(await outside.arrived(person?.token ?? '')).toEqual([]);
    const ctx = workContext(worker, home.tenantId);
    expect(await (await pushMissed(ctx, senders, { callId: call._id })).rung).toEqual([]);
    expect(await (await pushAnswered(ctx, senders, { callId: call._id })).rung).toHaveLength(2);
  });

  test('a resident without a device costs a call no read', async () => {
    const person = await addPerson();
    const legs = [legOf(person.userId, { pushed: false })];
    const over = { status: 'COMPLETED', outcome: 'NO_ANSWER', endedAt: new Date(), legs } as const;
    const { _id: callId } = await addCall(home, over);
    const read: string[] = [];
    const note = ({
      commandName,
      command,
    }: {
      commandName: string;
      command: Record<string, unknown>;
    }): void =>
      void (
        JSON.stringify(command['filter'] ?? {}).includes(home.tenantId) &&
        read.push(`${commandName} ${String(command[commandName])}`)
      );
    const client = core.getClient().on('commandStarted', note);
    await (
      await pushMissed(workContext(worker, home.tenantId), senders, { callId })
    ).rung;
    client.off('commandStarted', note);
    expect(read).toEqual(['find calls']);
  });

  test('a call that nobody answered is missed', async () => {
    const person = await addPerson();
    const legs = [legOf(person.userId)];
    const over = { status: 'COMPLETED', outcome: 'NO_ANSWER', endedAt: new Date(), legs } as const;
    await end(await addCall(home, over));
    expect(await untilArrived(person.token)).toMatchObject([
      { title: 'Missed call from the door', body: 'Maple Court, 4B: nobody answered.' },
    ]);
  });

  test('an answered or ended call rings no device', async () => {
    const { userId, token } = await addPerson();
    const ctx = workContext(worker, home.tenantId);
    const ringFor = async (fields: Partial<CallRow>) => {
      const about = { callId: (await addCall(home, fields))._id, userIds: [userId] };
      return (await pushRinging(ctx, senders, about)).rung;
    };
    await ringFor({ status: 'COMPLETED', outcome: 'ABANDONED', endedAt: new Date() });
    await ringFor({ status: 'IN_PROGRESS', answeredBy: newId('user'), answeredAt: new Date() });
    expect(await outside.arrived(token)).toEqual([]);
    await ringFor({});
    expect(await outside.arrived(token)).toHaveLength(1);
  });
});
