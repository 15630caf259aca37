import { runCommand } from '@pas/cli/src/run-command.ts';
import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { drillSize } from '@pas/testing/drill-size';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, expect, test } from 'vitest';
import { startHookReceiver, type HookReceiver } from '../client/hook-receiver.ts';
import { createCompany } from '../client/new-company.ts';
import { useSystem } from '../shared-system/use-system.ts';
import { startCuttingProxy } from './cutting-proxy.ts';

let environment: Record<string, string>;
let listener: HookReceiver;
const newSecret = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/** The events that the tests have triggered, by type. */
const triggered = new Map<PublicEventType, string>();

beforeAll(async () => {
  const { local } = await useSystem();
  const { key } = await createCompany(local, { name: 'Integrator' });
  const urls = { PAS_URL: local.gatewayUrl, SANDBOX_URL: local.sandboxUrl };
  environment = { ENVIRONMENT: 'DEV', PAS_API_KEY: key, ...urls };
  listener = await startHookReceiver();
  listener.secret = newSecret(6);
  const stop = new AbortController();
  const since = new Date().toISOString();
  const listen = ['listen', '--forward', listener.url, '--since', since];
  const listening = pas(listen, { PAS_WEBHOOK_SECRET: listener.secret }, stop.signal);
  return async () => {
    stop.abort();
    await listening;
    await listener.stop();
  };
});

/** Runs a command of `pas`, and returns its exit code and its lines. */
async function pas(args: readonly string[], more: Record<string, string> = {}, stop?: AbortSignal) {
  const [lines, remarks]: [string[], string[]] = [[], []];
  let code = 0;
  await runCommand(args, {
    environment: { ...environment, ...more },
    operator: 'pas (tests)',
    print: (line) => void lines.push(line),
    remark: (line) => void remarks.push(line),
    ...(stop && { stopSignal: () => stop }),
    exit: (given) => void (code = given),
  });
  return { code, lines, remarks };
}

const eventId = (line = ''): string => /ev_\w+/.exec(line)?.[0] ?? '';

/** Events that need no long wait, and one of each area. */
const quick: PublicEventType[] = ['invite.accepted', 'door.denied', 'call.ended', 'import.completed'];
const others = publicEventTypes.filter((type) => !quick.includes(type));
const count = drillSize({ short: quick.length, long: quick.length + others.length });

test.concurrent.for([...quick, ...others].slice(0, count))(
  'pas trigger %s causes the event, and names its resource',
  async (type) => {
    const { code, lines, remarks } = await pas(['trigger', type]);
    expect([code, remarks]).toEqual([0, []]);
    expect(lines).toEqual([
      expect.stringMatching(/^[A-Za-z ]+ [a-z]+_\w{26}$/),
      expect.stringMatching(new RegExp(`^event ev_\\w{26} ${type} `)),
    ]);
    triggered.set(type, eventId(lines[1]));
  },
);

test('every triggered event arrives at pas listen, once', async () => {
  const arrivals = () => [...triggered].map(([type, id]) => [type, listener.arrivals.get(id) ?? 0]);
  await waitUntil(() => arrivals().every(([, times]) => times !== 0), {
    what: 'all events',
  });
  expect(arrivals()).toEqual([...triggered.keys()].map((type) => [type, 1]));
  expect(triggered.size).toBe(count);
});

test('pas listen forwards signed events over lost connections, and continues at its cursor', async () => {
  const receiver = await startHookReceiver();
  receiver.secret = newSecret(5);
  const proxy = await startCuttingProxy(environment['PAS_URL'] ?? '', 4);
  const signed = { PAS_WEBHOOK_SECRET: receiver.secret };
  const listen = ['listen', '--forward', receiver.url];
  try {
    const before = eventId((await pas(['trigger', 'resident.moved_in'])).lines[1]);
    const stop = new AbortController();
    const stopped = pas(
      [...listen, '--types', 'invite.created'],
      { ...signed, PAS_URL: proxy.url },
      stop.signal,
    );
    const made: string[] = [];
    // The first events may precede the start of the listener.
    await waitUntil(
      async () => {
        made.push(eventId((await pas(['trigger', 'invite.created'])).lines[1]));
        return proxy.cuts > 0 && receiver.arrivals.has(made.at(-1) ?? '');
      },
      { what: 'an invite after a lost connection' },
    );
    stop.abort();
    const { remarks } = await stopped;
    expect(remarks[0]).toBe(`Secret of the signatures: ${receiver.secret}`);
    const cursor = /--after (\S+)/.exec(remarks.at(-1) ?? '')?.[1] ?? '';

    const missed = eventId((await pas(['trigger', 'invite.created'])).lines[1]);
    const again = new AbortController();
    const resumed = pas([...listen, '--after', cursor], signed, again.signal);
    await waitUntil(() => receiver.arrivals.has(missed), { what: 'the missed event' });
    again.abort();
    await resumed;

    const replayed = await pas([...listen, '--replay', before], signed);
    expect(replayed.lines).toEqual([expect.stringMatching(new RegExp(` ${before} → 204 `))]);
    const last = await pas([...listen, '--last', '1', '--types', 'invite.created'], signed);
    expect([last.code, eventId(last.lines[0])]).toEqual([0, missed]);
    expect([receiver.arrivals.get(before), receiver.arrivals.get(missed), receiver.forged]).toEqual([
      1, 2, 0,
    ]);
  } finally {
    await Promise.all([receiver.stop(), proxy.stop()]);
  }
});

test('pas listen --replay fails when the receiver refuses the event', async () => {
  const receiver = await startHookReceiver((response) => void response.writeHead(500).end());
  try {
    const id = eventId((await pas(['trigger', 'invite.created'])).lines[1]);
    const { code, lines } = await pas(['listen', '--forward', receiver.url, '--replay', id]);
    expect([code, lines]).toEqual([1, [expect.stringContaining(`${id} → 500`)]]);
  } finally {
    await receiver.stop();
  }
});
