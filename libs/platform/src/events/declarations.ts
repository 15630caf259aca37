import type { Logger } from '../log/logger.ts';

export interface BusOptions {
  /** `nats://user:password@host:port` or `tls://…`; several servers of a cluster separated by commas. */
  url: string;
  /** The name of this client in the server's monitoring: the service. */
  name: string;
  log: Logger;
}

/** Headers of a message; names compare without regard to case. */
export type Headers = Readonly<Record<string, string>>;

/** A message of core NATS: only current listeners get it. */
export interface BusMessage {
  subject: string;
  body: string;
  header(name: string): string | undefined;
  /** Answers a request. It has no effect on other messages. */
  respond(body: string): void;
}

export interface PublishOptions {
  /** The message id. Repeats are dropped for ten minutes. */
  msgId: string;
  headers?: Headers;
}

export interface RequestOptions {
  timeoutMs: number;
  headers?: Headers;
}

/** Declaration of a stream: its subjects and its limits. */
export interface StreamDeclaration {
  name: string;
  subjects: readonly string[];
  /** 0 keeps messages for ever. */
  maxAgeMs: number;
  /**
   * The number of messages at which the stream refuses new ones, which then wait in the outbox. Without it, new
   * messages push out old ones.
   */
  refusesNewAt?: number;
  /** Whether nobody can delete or purge its messages. The server never reverts this. */
  isAppendOnly?: boolean;
}

/** Declaration of a durable consumer: its part of a stream. */
export interface ConsumerDeclaration {
  stream: string;
  durable: string;
  subjects: readonly string[];
  /**
   * The time after which a message without an acknowledgement or a sign of work is delivered again. Events of a crashed
   * process wait that long. Default 30 s.
   */
  ackWaitMs?: number;
  /** Messages delivered and not yet acknowledged, over all replicas. Default 500. */
  maxAckPending?: number;
}

/**
 * Joins two lists of subjects. During a rollout two releases run side by side, and neither may remove a subject of the
 * other.
 */
export function union(present: readonly string[] = [], wanted: readonly string[] = []): string[] {
  return [...new Set([...present, ...wanted])];
}
