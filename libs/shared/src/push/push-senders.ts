import { createFairPlaces, type FairPlaces, type Holders } from '@pas/platform/concurrency/fair-places';
import type { Logger } from '@pas/platform/log/logger';
import type { DeviceRow } from '../models/device.ts';
import { Counter } from 'prom-client';
import { deadlineMs, placesPerService } from './push-limits.ts';
import type {
  IsWanted,
  PushAnswer,
  PushMessage,
  PushOutcome,
  PushReason,
  PushService,
} from './push-message.ts';
import type { PushTokenCipher } from './push-tokens.ts';
import { tryMessage } from './try-message.ts';
import { readSubscription } from './web-push.ts';

type Provider = DeviceRow['provider'];

/** Fields of a device that the senders read. */
export type PushTarget = Pick<DeviceRow, '_id' | 'tenantId' | 'provider' | 'pushToken' | 'status'>;

/** Sends messages to devices. */
export interface PushSenders {
  /** The VAPID public key for the subscriptions of browsers; null if web push is off. */
  readonly pushKey: string | null;
  /**
   * Sends a message and waits for the push service's answer, at most 10 s. Never throws for a push service.
   *
   * @param isWanted ends the tries of an outdated message; without it, the message is always wanted
   */
  pushTo(device: PushTarget, message: PushMessage, isWanted?: IsWanted): Promise<PushOutcome>;
  /** Closes the connections after the running messages have their answers. */
  close(): Promise<void>;
}

interface PushParts {
  /** Messages to devices of a missing service end with `provider_off`. */
  services: Readonly<Partial<Record<Provider, PushService>>>;
  pushKey: string | null;
  tokens: PushTokenCipher;
  log: Logger;
}

const pushMessages = new Counter({
  name: 'push_messages_total',
  help: 'Messages to push services, by service, result and reason. Wrong settings cause `refused`.',
  labelNames: ['provider', 'result', 'reason'],
});

const always: IsWanted = () => Promise.resolve(true);

const failed = (reason: PushReason): PushAnswer => ({ result: 'UNREACHABLE', reason });

/** Returns the holders that share the places: the tenant, and for web push also the host. */
function holdersOf({ tenantId, provider }: PushTarget, address: string): Holders {
  if (provider !== 'WEBPUSH') return [tenantId, null];
  return [tenantId, URL.parse(readSubscription(address).endpoint)?.host ?? null];
}

/** Makes the places of one service. A single tenant or host gets at most half of them; more tenants share the rest. */
const newPlaces = (): FairPlaces =>
  createFairPlaces({
    places: placesPerService,
    weights: [1, 1],
    waiting: { maxMs: deadlineMs, max: 4000, maxEach: 1000 },
  });

/**
 * Makes the senders of a process. Each push service has its own places, so a silent one delays no other. Tenants
 * share the places fairly. A message waits for its place and its answer for 10 s in total.
 */
export function createPushSenders({ services, pushKey, tokens, log }: PushParts): PushSenders {
  const places: Record<Provider, FairPlaces> = { FCM: newPlaces(), APNS: newPlaces(), WEBPUSH: newPlaces() };

  async function deliver(device: PushTarget, message: PushMessage, isWanted: IsWanted) {
    const service = services[device.provider];
    if (!service) return failed('provider_off');
    const address = device.pushToken === null ? null : tokens.open(device.pushToken);
    if (device.status === 'INVALID') return { result: 'GONE', reason: 'not_registered' } as const;
    if (address === null) return failed('not_registered');
    const startedAt = performance.now();
    const [pool, holders] = [places[device.provider], holdersOf(device, address)];
    if ((await pool.take(holders, new AbortController().signal)) !== 'taken') return failed('busy');
    try {
      return await tryMessage((signal) => service.send(address, message, signal), { startedAt, isWanted });
    } finally {
      pool.release(holders);
    }
  }

  return {
    pushKey,
    async pushTo(device, message, isWanted = always) {
      const outcome: PushOutcome = await deliver(device, message, isWanted);
      const { _id: deviceId, tenantId, provider } = device;
      const { result, reason } = outcome;
      pushMessages.inc({ provider, result, reason: reason ?? '' });
      const line = { deviceId, tenantId, provider, messageId: message.id, ...outcome };
      if (reason === 'refused') log.error(line, 'the push service refuses our messages: check its settings');
      else if (result !== 'ACCEPTED') log.info(line, 'push not accepted');
      return outcome;
    },
    close: async () => void (await Promise.all(Object.values(services).map((service) => service.close()))),
  };
}
