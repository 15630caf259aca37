import type { Logger } from '../log/logger.ts';

export interface BusOptions {
  /** `nats://user:password@host:port` or `tls://…`; several servers of a cluster separated by commas. */
  url: string;
  /** What the server's monitoring calls this client: the service. */
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
  /** Answers a request; without effect on a message that isn't one. */
  respond(body: string): void;
}

export interface PublishOptions {
  /** Repeats of one id are dropped for ten minutes. */
  msgId: string;
  headers?: Headers;
}

export interface RequestOptions {
  timeoutMs: number;
  headers?: Headers;
}

/** What a stream keeps, and for how long. */
export interface StreamDeclaration {
  name: string;
  subjects: readonly string[];
  /** 0 keeps messages for ever. */
  maxAgeMs: number;
  /** At so many messages new ones are refused, and wait in the outbox, instead of pushing out old ones. */
  refusesNewAt?: number;
  /** Whether its messages can be neither deleted nor purged, by nobody. The server never takes that back. */
  isAppendOnly?: boolean;
}

/** What a durable consumer gets of its stream. */
export interface ConsumerDeclaration {
  stream: string;
  durable: string;
  subjects: readonly string[];
  /**
   * A message that is neither acknowledged nor worked on for so long is delivered again: so long the events of a crashed
   * process wait. Default 30 s.
   */
  ackWaitMs?: number;
  /** Messages delivered and not yet acknowledged, over all replicas. Default 500. */
  maxAckPending?: number;
}

/**
 * The subjects of both. Two releases of a service run side by side while it is rolled out, so neither takes away what
 * the other one declared.
 */
export function union(present: readonly string[] = [], wanted: readonly string[] = []): string[] {
  return [...new Set([...present, ...wanted])];
}
