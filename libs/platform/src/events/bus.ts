import { setTimeout as pause } from 'node:timers/promises';
import {
  AckPolicy,
  connect,
  DiscardPolicy,
  headers as newHeaders,
  nanos,
  NatsError,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type ConsumerConfig,
  type JsMsg,
  type Msg,
  type StoredMsg,
  type StreamConfig,
  type Subscription,
} from 'nats';
import type { Logger } from '../log/logger.ts';
import { followStatus, type BusStatus } from './bus-status.ts';
import {
  union,
  type BusMessage,
  type BusOptions,
  type ConsumerDeclaration,
  type Headers,
  type PublishOptions,
  type RequestOptions,
  type StreamDeclaration,
} from './declarations.ts';
import { keepConnected, type Kept } from './keep-connected.ts';
import { RetryLater } from './retry-later.ts';

/** A message handed to a durable consumer, to be acknowledged. */
export type Delivery = JsMsg;
/** A durable consumer on the server; all replicas of a service pull from the same one. */
export type DurableConsumer = Consumer;
/** A message as its stream keeps it. */
export type StoredMessage = StoredMsg;

/** A publish or a management call that takes longer has failed; the caller tries again. */
const timeoutMs = 2000;

/** How often the client pings its server. A server that does not answer before the next ping counts as frozen. */
const pingMs = 2000;

/** The connection is given up after this many unanswered pings: a server that is only slow gets ten seconds. */
const maxPingOut = 5;

async function dial({ url, name }: BusOptions) {
  const urls = url.split(',').map((server) => new URL(server));
  const { protocol, username, password } = urls[0] as URL;
  const nats = await connect({
    servers: urls.map(({ host }) => host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' && { tls: {} }),
    name,
    timeout: 5000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // A restarting server may refuse credentials until it has read them; without this, the client would give up for
    // ever.
    ignoreAuthErrorAbort: true,
    pingInterval: pingMs,
    maxPingOut,
  });
  return {
    nats,
    client: nats.jetstream({ timeout: timeoutMs }),
    manager: await nats.jetstreamManager({ checkAPI: false, timeout: timeoutMs }),
    isUp: true,
    isAnswering: true,
    closed: () => nats.closed(),
    close: () => nats.close(),
  };
}

/** A connection and its JetStream sides. */
type Link = Awaited<ReturnType<typeof dial>>;

/** @throws RetryLater while NATS is away */
function linkOf(kept: Kept<Link>): Link {
  const link = kept.current();
  if (!link?.isUp) throw new RetryLater('The event bus is unavailable.');
  return link;
}

function toHeaders(headers: Headers = {}) {
  const made = newHeaders();
  for (const [name, value] of Object.entries(headers)) made.set(name, value);
  return { headers: made };
}

const toMessage = (message: Msg): BusMessage => ({
  subject: message.subject,
  body: message.string(),
  header: (name) => message.headers?.get(name) || undefined,
  respond: (body) => void message.respond(body),
});

/** Distinguishes a missing stream, consumer or message (an answer) from a failure to answer. */
function nullIfMissing(error: unknown): null {
  if (error instanceof NatsError && (error.api_error?.code === 404 || error.code === '404')) return null;
  throw error;
}

const toStreamConfig = (declaration: StreamDeclaration, replicas: number): Partial<StreamConfig> => ({
  name: declaration.name,
  subjects: [...declaration.subjects],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  num_replicas: replicas,
  max_age: nanos(declaration.maxAgeMs),
  duplicate_window: nanos(600_000),
  discard: declaration.refusesNewAt ? DiscardPolicy.New : DiscardPolicy.Old,
  max_msgs: declaration.refusesNewAt ?? -1,
});

/** No `backoff`, which would silently replace `ack_wait`, and no last delivery, which crashes would use up. */
const toConsumerConfig = (declaration: ConsumerDeclaration): Partial<ConsumerConfig> => ({
  durable_name: declaration.durable,
  filter_subjects: [...declaration.subjects],
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(declaration.ackWaitMs),
  max_deliver: -1,
  max_ack_pending: declaration.maxAckPending,
});

async function disconnect({ nats, isUp }: Link): Promise<void> {
  // Draining waits for an answer of the server, which an unavailable server never gives.
  const drained = isUp ? nats.drain().catch(() => undefined) : undefined;
  await Promise.race([drained, pause(timeoutMs, undefined, { ref: false })]);
  await nats.close();
}

function coreSide(kept: Kept<Link>, log: Logger) {
  return {
    /** Sends to the current listeners; does nothing while NATS is unavailable. */
    emit(subject: string, body: string, headers?: Headers): void {
      const link = kept.current();
      if (link?.isUp) link.nats.publish(subject, body, toHeaders(headers));
    },

    /** Listens until stopped, from the first connection on and across all later ones. */
    listen(subject: string, onMessage: (message: BusMessage) => void | Promise<void>): { stop(): void } {
      let subscription: Subscription | undefined;
      const receive = (message: Msg): void => {
        Promise.try(onMessage, toMessage(message)).catch((err: unknown) =>
          log.error({ err, subject }, 'failed'),
        );
      };
      const start = ({ nats }: Link): void => {
        subscription = nats.subscribe(subject, { callback: (error, message) => error ?? receive(message) });
      };
      const forget = kept.each(start);
      return {
        stop: () => {
          forget();
          subscription?.unsubscribe();
        },
      };
    },

    /** @throws RetryLater when nobody listens, or nobody answers in time */
    async request(subject: string, body: string, { timeoutMs: timeout, headers }: RequestOptions) {
      const { nats } = linkOf(kept);
      try {
        return toMessage(await nats.request(subject, body, { timeout, ...toHeaders(headers) }));
      } catch (cause) {
        throw new RetryLater(`Nobody answered on ${subject}.`, { cause });
      }
    },
  };
}

function jetStreamSide(kept: Kept<Link>, replicas: number) {
  return {
    /** Has a message stored in the stream of its subject, and returns once the stream has it. */
    async publish(subject: string, body: string, { msgId, headers }: PublishOptions): Promise<void> {
      await linkOf(kept).client.publish(subject, body, { msgID: msgId, ...toHeaders(headers) });
    },

    /** Creates a stream, or adds the subjects that it lacks. */
    async ensureStream(declaration: StreamDeclaration): Promise<void> {
      const { streams } = linkOf(kept).manager;
      const { name, subjects } = declaration;
      const info = await streams.info(name).catch(nullIfMissing);
      const all = union(info?.config.subjects, subjects);
      if (!info) await streams.add(toStreamConfig(declaration, replicas));
      else if (all.length > info.config.subjects.length) await streams.update(name, { subjects: all });
    },

    /** Creates a durable consumer, or adds the subjects that it lacks and sets how many events it holds at once. */
    async ensureConsumer(declaration: ConsumerDeclaration): Promise<DurableConsumer> {
      const { client, manager } = linkOf(kept);
      const { stream, durable, subjects } = declaration;
      const info = await manager.consumers.info(stream, durable).catch(nullIfMissing);
      const present = info?.config.filter_subjects ?? [];
      const all = union(present, subjects);
      if (!info) await manager.consumers.add(stream, toConsumerConfig(declaration));
      else if (all.length > present.length || info.config.max_ack_pending !== declaration.maxAckPending)
        await manager.consumers.update(stream, durable, {
          filter_subjects: all,
          max_ack_pending: declaration.maxAckPending,
        });
      return client.consumers.get(stream, durable);
    },

    /** The first message of a stream at or after a sequence number; null when there is none. */
    async readMessage(stream: string, subject: string, seq: number): Promise<StoredMessage | null> {
      const query = { seq, next_by_subj: subject };
      return linkOf(kept).manager.streams.getMessage(stream, query).catch(nullIfMissing);
    },

    async removeMessage(stream: string, seq: number): Promise<void> {
      await linkOf(kept).manager.streams.deleteMessage(stream, seq);
    },
  };
}

/** The event bus. Calls that wait for an answer reject with RetryLater while NATS is unavailable. */
export type Bus = ReturnType<typeof connectBus>;

/**
 * Opens the bus in the background: the process starts and serves without NATS, and calls that need NATS reject with
 * RetryLater while it is unavailable.
 */
export function connectBus(options: BusOptions) {
  const { log, streamReplicas = 1 } = options;
  const kept = keepConnected(() => dial(options), log);
  kept.each((link) => void followStatus(link, link.nats.status(), log));
  return {
    ...coreSide(kept, log),
    ...jetStreamSide(kept, streamReplicas),
    isConnected: (): boolean => kept.current()?.isUp ?? false,
    /** Known without a request: from the connection and the client's own pings. */
    status: (): BusStatus => kept.current() ?? { isUp: false, isAnswering: false },
    /** Returns once the server has answered. */
    ping: async (): Promise<void> => linkOf(kept).nats.flush(),
    /** Sends what is still buffered and disconnects for good. */
    async close(): Promise<void> {
      const link = kept.current();
      kept.stop();
      if (link) await disconnect(link);
    },
  };
}
