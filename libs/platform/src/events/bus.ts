import { setTimeout as pause } from 'node:timers/promises';
import {
  connect,
  ErrorCode,
  headers as newHeaders,
  NatsError,
  type Consumer,
  type JetStreamManager,
  type JsMsg,
  type Msg,
  type StoredMsg,
  type Subscription,
} from 'nats';
import type { Logger } from '../log/logger.ts';
import { followStatus, recordMissing, recordNotStoring, type BusStatus } from './bus-status.ts';
import type { BusMessage, BusOptions, Headers, PublishOptions, RequestOptions } from './declarations.ts';
import { keepConnected, type PersistentConnection } from './keep-connected.ts';
import { NotDeclared } from './not-declared.ts';
import { RetryLater } from './retry-later.ts';

/** A message handed to a durable consumer, to be acknowledged. */
export type Delivery = JsMsg;
/** A durable consumer on the server; all replicas of a service pull from the same one. */
export type DurableConsumer = Consumer;
/** A message as its stream stores it. */
export type StoredMessage = StoredMsg;

/** A publish or a look-up that takes longer has failed; the caller retries. */
const timeoutMs = 2000;

/** A new stream needs several disk syncs, which are slow on a busy machine. */
const manageTimeoutMs = 10_000;

/** The interval of the client's pings. A server that does not answer before the next ping counts as frozen. */
const pingMs = 2000;

/** The number of unanswered pings after which the client gives up the connection. A slow server gets ten seconds. */
const maxPingOut = 5;

/** Returns the prefix of the subjects on which a user of the bus gets answers. */
export const inboxOf = (user: string): string => `_INBOX_${user}`;

async function dial({ url, name }: BusOptions) {
  const urls = url.split(',').map((server) => new URL(server));
  const { protocol, username, password } = urls[0] as URL;
  const nats = await connect({
    servers: urls.map(({ host }) => host),
    ...(username && {
      user: decodeURIComponent(username),
      pass: decodeURIComponent(password),
      // The user may listen only there, so that no user reads the answers to another.
      inboxPrefix: inboxOf(decodeURIComponent(username)),
    }),
    ...(protocol === 'tls:' && { tls: {} }),
    name,
    timeout: 5000,
    maxReconnectAttempts: -1,
    // Otherwise each request creates an Error for its stack, which costs as much as the rest of the request.
    noAsyncTraces: true,
    reconnectTimeWait: 250,
    // A restarting server may refuse credentials until it has read them. Without this, the client would give up for
    // good.
    ignoreAuthErrorAbort: true,
    pingInterval: pingMs,
    maxPingOut,
  });
  return {
    nats,
    client: nats.jetstream({ timeout: timeoutMs }),
    isUp: true,
    isAnswering: true,
    missing: null as BusStatus['missing'],
    closed: () => nats.closed(),
    close: () => nats.close(),
  };
}

/** A connection and its JetStream sides. */
type Link = Awaited<ReturnType<typeof dial>>;

/** @throws RetryLater while NATS is unavailable */
function linkOf(connection: PersistentConnection<Link>): Link {
  const link = connection.current();
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

/** Returns null for a missing stream, consumer or message, and rethrows any other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof NatsError && (error.api_error?.code === 404 || error.code === '404')) return null;
  throw error;
}

// The client types its codes as an enum, but errors have texts.
const [noResponders, refused]: string[] = [ErrorCode.NoResponders, ErrorCode.PermissionsViolation];

/** Whether no stream takes the subject. Refusals by the server itself carry an `api_error`. */
const hasNoStream = (error: unknown): boolean =>
  error instanceof NatsError && error.code === noResponders && !error.api_error;

/** Whether the server has refused a call because the user lacks the right. */
export const isRefusedByBus = (error: unknown): boolean =>
  error instanceof NatsError && error.code === refused;

/** Whether a request reached nobody: the server reported no listener, or the bus was unavailable. */
export const isUnheard = (error: unknown): boolean =>
  error instanceof RetryLater &&
  (error.cause === undefined || (error.cause instanceof NatsError && error.cause.code === noResponders));

async function disconnect({ nats, isUp }: Link): Promise<void> {
  // Draining waits for an answer of the server, which an unavailable server never gives.
  const drained = isUp ? nats.drain().catch(() => undefined) : undefined;
  await Promise.race([drained, pause(timeoutMs, undefined, { ref: false })]);
  await nats.close();
}

function coreSide(connection: PersistentConnection<Link>, log: Logger) {
  return {
    /** Sends to the current listeners; does nothing while NATS is unavailable. */
    emit(subject: string, body: string, headers?: Headers): void {
      const link = connection.current();
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
      const forget = connection.each(start);
      return {
        stop: () => {
          forget();
          subscription?.unsubscribe();
        },
      };
    },

    /** @throws RetryLater when nobody listens, or nobody answers in time */
    async request(subject: string, body: string, { timeoutMs: timeout, headers }: RequestOptions) {
      const { nats } = linkOf(connection);
      try {
        return toMessage(await nats.request(subject, body, { timeout, ...toHeaders(headers) }));
      } catch (cause) {
        throw new RetryLater(`Nobody answered on ${subject}.`, { cause });
      }
    },
  };
}

function jetStreamSide(connection: PersistentConnection<Link>) {
  const manage = async <T>(work: (manager: JetStreamManager) => Promise<T>): Promise<T> => {
    const { nats } = linkOf(connection);
    return work(await nats.jetstreamManager({ checkAPI: false, timeout: manageTimeoutMs }));
  };
  const notDeclared = (what: string, cause?: unknown): NotDeclared => {
    const error = new NotDeclared(what, { cause });
    recordMissing(connection.current(), error.message);
    return error;
  };
  return {
    /**
     * Stores a message in the stream of its subject, and returns after the stream has acknowledged it.
     *
     * @throws NotDeclared when no stream takes the subject
     */
    async publish(subject: string, body: string, { msgId, headers }: PublishOptions): Promise<void> {
      const { client } = linkOf(connection);
      const stored = client.publish(subject, body, { msgID: msgId, ...toHeaders(headers) });
      await stored.catch((error: unknown) => {
        recordNotStoring(connection.current(), { subject, error });
        throw hasNoStream(error) ? notDeclared(`stream for ${subject}`, error) : error;
      });
    },

    /**
     * Finds a durable consumer.
     *
     * @throws NotDeclared when the stream or the consumer does not exist
     */
    async consumer(stream: string, durable: string): Promise<DurableConsumer> {
      const found = await linkOf(connection).client.consumers.get(stream, durable).catch(nullIfMissing);
      if (found) return found;
      throw notDeclared(`consumer ${durable} of the stream ${stream}`);
    },

    /** Manages streams and consumers. The server allows it only to the declarer and operators. */
    manage,

    /** Reads the first message of a stream at or after a sequence number; null without one. */
    async readMessage(stream: string, subject: string, seq: number): Promise<StoredMessage | null> {
      const query = { seq, next_by_subj: subject };
      return manage(({ streams }) => streams.getMessage(stream, query).catch(nullIfMissing));
    },

    async removeMessage(stream: string, seq: number): Promise<void> {
      await manage(({ streams }) => streams.deleteMessage(stream, seq));
    },
  };
}

/** The event bus. Calls that wait for an answer reject with RetryLater while NATS is unavailable. */
export type Bus = ReturnType<typeof connectBus>;

/**
 * Opens the bus in the background, so that the process starts and serves without NATS. Calls that need NATS reject with
 * RetryLater while it is unavailable.
 */
export function connectBus(options: BusOptions) {
  const { log } = options;
  const connection = keepConnected(() => dial(options), log);
  connection.each((link) => void followStatus(link, link.nats.status(), log));
  return {
    ...coreSide(connection, log),
    ...jetStreamSide(connection),
    isConnected: (): boolean => connection.current()?.isUp ?? false,
    /** Returns the state that the connection and the client's own pings show, without a request. */
    status: (): BusStatus => connection.current() ?? { isUp: false, isAnswering: false, missing: null },
    /** Returns once the server has answered. */
    ping: async (): Promise<void> => linkOf(connection).nats.flush(),
    /** Sends the buffered messages, and disconnects without reconnecting. */
    async close(): Promise<void> {
      const link = connection.current();
      connection.stop();
      if (link) await disconnect(link);
    },
  };
}
