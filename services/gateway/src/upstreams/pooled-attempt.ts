import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import type { Dispatcher } from 'undici';
import { beginAnswer } from './relay-answer.ts';
import type { Replica } from './replica.ts';
import { recordAnswer } from './replica-signs.ts';
import { toTransportError } from './upstream-errors.ts';
import type { WaitingRequest, WaitingRequests } from './waiting-requests.ts';

/** The owner of attempts, which decides about their results. */
export interface AttemptOwner {
  /** Whether the answer may legitimately begin late. */
  readonly mayTakeLong: boolean;
  /** Accepts an answer for the client and returns null, or returns the reason for its rejection. */
  acceptResponse(attempt: PooledAttempt, status: number, headers: IncomingHttpHeaders): Error | null;
  /** Called once if no part of an answer was sent to the client. */
  fail(attempt: PooledAttempt, error: Error): void;
  /** Called while the replica has not begun to answer. */
  wait(attempt: PooledAttempt, waitedMs: number): void;
}

/** The largest answer that goes out in one write with its headers, in bytes. */
const maxWholeBytes = 16 * 1024;

/** The reason of an abort: the client has left, or another replica was faster. */
class AttemptAbandoned extends Error {}

/** One attempt to forward a held request to one replica. It relays the answer as fast as the client reads it. */
export class PooledAttempt implements Dispatcher.DispatchHandler, WaitingRequest {
  /** In milliseconds of `performance.now()`. */
  readonly sentAt = performance.now();
  readonly replica: Replica;
  readonly #owner: AttemptOwner;
  readonly #response: Response;
  #controller: Dispatcher.DispatchController | null = null;
  #state: 'waiting' | 'relaying' | 'dropping' | 'ended' = 'waiting';
  #failure: Error | null = null;
  #leaveWaiting: (() => void) | null = null;
  /** The announced length of a small answer; -1 for any other. */
  #wholeBytes = -1;
  /** A small answer that arrived in one chunk. */
  #whole: Buffer | null = null;

  constructor(replica: Replica, response: Response, owner: AttemptOwner) {
    this.replica = replica;
    this.#owner = owner;
    this.#response = response;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#state === 'ended') controller.abort(new AttemptAbandoned());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // An interim answer (1xx) is not relayed. The final one follows.
    if (status < 200 || this.#state !== 'waiting') return;
    recordAnswer(this.replica, headers.connection);
    this.#failure = this.#owner.acceptResponse(this, status, headers);
    if (this.#failure) {
      this.#state = 'dropping';
      return;
    }
    this.#state = 'relaying';
    const length = Number(headers['content-length'] ?? -1);
    if (length <= maxWholeBytes) this.#wholeBytes = length;
    beginAnswer(this.#response, status, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#state !== 'relaying') return;
    if (chunk.length === this.#wholeBytes) {
      this.#whole = chunk;
      return;
    }
    if (this.#response.write(chunk)) return;
    controller.pause();
    this.#response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    const state = this.#state;
    this.#state = 'ended';
    if (state === 'relaying') this.#endAnswer();
    else if (this.#failure) this.#owner.fail(this, this.#failure);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const state = this.#state;
    if (state === 'ended') return;
    this.#state = 'ended';
    if (state === 'relaying') this.#response.destroy();
    else this.#owner.fail(this, this.#failure ?? toTransportError(error));
  }

  /** Adds the attempt to the requests that wait for an answer. */
  startWaiting(waiting: WaitingRequests): void {
    this.#leaveWaiting = waiting.add(this);
  }

  stopWaiting(): void {
    this.#leaveWaiting?.();
  }

  mayTakeLong(): boolean {
    return this.#owner.mayTakeLong;
  }

  wait(waitedMs: number): void {
    this.#owner.wait(this, waitedMs);
  }

  /**
   * Ends the answer. Node puts headers and body into one write if the body is a string. The encoding latin1 preserves
   * each byte.
   */
  #endAnswer(): void {
    if (this.#whole) this.#response.end(this.#whole.toString('latin1'), 'latin1');
    else this.#response.end();
  }

  /** Aborts the request at the replica. The owner gets no further calls. */
  abandon(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#controller?.abort(new AttemptAbandoned());
  }
}
