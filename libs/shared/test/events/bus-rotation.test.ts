import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { busUserName } from '@pas/shared/events/bus-users';
import { declareBus } from '@pas/shared/events/declare-bus';
import { closed, openConversation } from '@pas/testing/nats-conversation';
import { natsUser, type NatsAccount } from '@pas/testing/nats-config';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connected, idsInStream } from './event-harness.ts';

const log = createLogger({ service: 'resident', environment: 'TEST', level: 'silent' });
const subject = 'pas.v1.onboarding.invite.accepted';
const second = 'password of the second generation';

/** Publishes in several lanes until it is stopped. */
function startLoad(bus: Bus, prefix: string) {
  const [published, failures]: [string[], unknown[]] = [[], []];
  const stopping = new AbortController();
  const walk = async (lane: number): Promise<void> => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const id = `${prefix}-${lane}-${count}`;
      await bus.publish(subject, JSON.stringify({ id }), { msgId: id }).then(
        () => published.push(id),
        (error: unknown) => failures.push(error),
      );
    }
  };
  const lanes = Promise.all([1, 2, 3, 4].map(walk));
  return {
    published,
    failures,
    untilMore: async (count: number) => {
      const wanted = published.length + count;
      await waitUntil(() => published.length >= wanted, { what: `${count} more publications` });
    },
    async stop() {
      stopping.abort();
      await lanes;
    },
  };
}

describe('the user of a service that is rotated under load', () => {
  let nats: OwnNats;
  let operator: Bus;
  const open: Bus[] = [];

  const connectAs = async (url: string): Promise<Bus> => {
    const bus = connectBus({ url, name: 'resident', log });
    open.push(bus);
    await connected(bus);
    return bus;
  };
  const hears = async (url: string): Promise<string> => {
    const conversation = await openConversation(url);
    const heard = await conversation.heard();
    conversation.close();
    return heard;
  };

  beforeAll(async () => {
    nats = await prepareOwnNats();
    await nats.start();
    operator = await connectAs(nats.url);
    await declareBus(operator);
  });
  afterAll(async () => {
    await Promise.all(open.map((bus) => bus.close()));
    await nats.wipe();
  });

  test('loses no publication, and the old password is refused once its generation is taken out', async () => {
    const { account } = nats;
    const next = natsUser({ account: 'TEST', user: 'resident', password: second, generation: 2 });
    const withBoth: NatsAccount = { ...account, users: [...account.users, next] };
    const firstName = busUserName('TEST', 'resident');
    const withNext: NatsAccount = {
      ...withBoth,
      users: withBoth.users.filter(({ name }) => name !== firstName),
    };
    const firstUrl = nats.urlOf('resident');
    const nextUrl = `nats://${next.name}:${encodeURIComponent(second)}@${nats.address}`;
    const first = await connectAs(firstUrl);
    const loads = [startLoad(first, 'first')];
    await loads[0]?.untilMore(50);
    expect(await hears(nextUrl)).toContain(closed);

    await nats.reload([withBoth]);
    await waitUntil(async () => (await hears(nextUrl)) === '', { what: 'the next generation' });
    await loads[0]?.untilMore(50);
    loads.push(startLoad(await connectAs(nextUrl), 'next'));
    await loads[1]?.untilMore(50);
    await loads[0]?.stop();

    // A process that still has the old generation is thrown out; everybody else stays connected.
    await nats.reload([withNext]);
    await waitUntil(() => !first.isConnected(), { what: 'the old generation to be thrown out' });
    await loads[1]?.untilMore(50);
    await loads[1]?.stop();
    expect(await hears(firstUrl)).toContain(closed);
    expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
    const stored = new Set(await idsInStream(operator));
    expect(loads.flatMap(({ published }) => published).filter((id) => !stored.has(id))).toEqual([]);
  });
});
