import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '@pas/platform/errors/fault';
import { assertionRefusals } from '@pas/platform/metrics/upstream-metrics';
import { assertionHeader, refusedAssertion, refusedHeader } from '@pas/shared/principal/assertion';
import type { Response } from 'express';
import { isPassing, maxPauses, pauseAfterLoss } from './after-loss.ts';
import { isHedgeDue } from './hedge.ts';
import type { HeldRequest } from './held-request.ts';
import type { Trial } from './breaker.ts';
import type { ForwardContext } from './forward-context.ts';
import { PooledAttempt, type AttemptOwner } from './pooled-attempt.ts';
import type { Replica } from './replica.ts';
import { markUnready, recordConnectFailure, recordAssertionRefusal } from './replica-signs.ts';
import {
  AnswerDropped,
  TemporaryAnswer,
  DeletedBefore,
  assertionRefused,
  AssertionRefused,
  isConnectFailure,
  isEffectUnknown,
  isReplicaLost,
  noReplica,
  toUpstreamFault,
  UpstreamSilence,
} from './upstream-errors.ts';
import { RequestBudget } from './request-budget.ts';
import type { Upstream } from './upstream.ts';

/** Spreads the repeats of requests that one replica has lost. */
const maxJitterMs = 20;

/** Whether a service or its proxy is unavailable. Another replica may answer. */
const isUnavailable = (status: number): boolean => status === 502 || status === 503;

/** A held request on its way to the replicas of an upstream, until one of them answers it. */
export class Delivery implements AttemptOwner {
  readonly #held: HeldRequest;
  readonly #response: Response;
  readonly #context: ForwardContext;
  /** Few, so that lists are cheaper than sets. */
  #tried: readonly Replica[] = [];
  #running: readonly PooledAttempt[] = [];
  readonly mayTakeLong: boolean;
  readonly #trial: Trial | null;
  readonly #budget: RequestBudget;
  #isRenewed = false;
  #isHedged = false;
  #isSettled = false;
  /** Whether a lost replica may have executed the request. */
  #isEffectUnknown = false;
  /** The repeats after pauses so far. */
  #pauses = 0;
  #next: Replica | undefined;
  #resolve: () => void = () => undefined;
  #reject: (fault: unknown) => void = () => undefined;

  constructor(held: HeldRequest, response: Response, context: ForwardContext) {
    this.#held = held;
    this.#response = response;
    this.#context = context;
    this.mayTakeLong = held.mayTakeLong;
    this.#budget = new RequestBudget(context.bulkhead.group.timeoutMs);
    this.#trial = context.bulkhead.circuit.breaker.enter();
  }

  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#response.on('close', () => this.end());
      if (this.#response.closed) this.end();
      else this.#launch(this.#upstream.choose(this.#tried));
    });
  }

  acceptResponse(attempt: PooledAttempt, status: number, headers: IncomingHttpHeaders): Error | null {
    this.#context.bulkhead.circuit.answeredAt = attempt.replica.heardAt;
    if (headers[refusedHeader] === refusedAssertion) {
      recordAssertionRefusal(attempt.replica);
      return assertionRefused(attempt.replica.name, headers.date);
    }
    if (isUnavailable(status) && this.#hasAlternative()) return new AnswerDropped();
    if (this.#isEffectUnknown) {
      if (status === 404 && this.#held.method === 'DELETE') return new DeletedBefore();
      if (isPassing(status, headers) && this.#mayPause()) return new TemporaryAnswer();
    }
    this.#settle(attempt);
    return null;
  }

  fail(attempt: PooledAttempt, error: Error): void {
    this.#forget(attempt);
    if (isConnectFailure(error)) recordConnectFailure(attempt.replica);
    if (this.#isSettled || this.#running.length > 0) return;
    if (error instanceof DeletedBefore) return this.#confirmDeleted();
    this.#isEffectUnknown ||= isEffectUnknown(error);
    this.#retry(error).catch((fault: unknown) => {
      this.#settle(null);
      this.#reject(fault);
    });
  }

  wait(attempt: PooledAttempt, waitedMs: number): void {
    const { replica, sentAt } = attempt;
    const isHeard = replica.heardAt > sentAt;
    // Its readiness is requested now. Only a frozen replica does not answer.
    if (!isHeard) replica.hurry();
    if (!this.#held.mayRace || this.#isHedged || this.#running.length !== 1) return;
    if (!isHedgeDue(waitedMs, { isHeard, mayTakeLong: this.mayTakeLong })) return;
    const other = this.#upstream.chooseServing(this.#tried);
    if (!other || !this.#upstream.budget.spend()) return;
    this.#isHedged = true;
    this.#launch(other);
  }

  get #upstream(): Upstream {
    return this.#context.bulkhead.upstream;
  }

  #toFault(error: Error): Fault {
    return toUpstreamFault(error, this.#context.bulkhead.group.bodyLimitBytes);
  }

  #launch(replica: Replica | undefined): void {
    const { leftMs } = this.#budget;
    if (!replica || leftMs <= 0) {
      this.#settle(null);
      this.#reject(replica ? this.#toFault(new UpstreamSilence()) : noReplica());
      return;
    }
    this.#tried = [...this.#tried, replica];
    const attempt = new PooledAttempt(replica, this.#response, this);
    this.#running = [...this.#running, attempt];
    attempt.startWaiting(this.#context.bulkhead.circuit.waiting);
    this.#budget.writeTo(this.#held.headers);
    replica.dispatch(this.#held, attempt, {
      answerMs: leftMs,
      silenceMs: this.#context.bulkhead.group.timeoutMs,
    });
  }

  #forget(attempt: PooledAttempt): void {
    this.#running = this.#running.filter((other) => other !== attempt);
    attempt.stopWaiting();
  }

  /** Ends all attempts but the one whose answer goes to the client. */
  #settle(winner: PooledAttempt | null): void {
    this.#isSettled = true;
    if (winner) this.#trial?.succeed();
    else this.#trial?.fail();
    const running = this.#running;
    this.#running = winner ? [winner] : [];
    for (const attempt of running) {
      attempt.stopWaiting();
      if (attempt === winner) continue;
      attempt.abandon();
      if (winner && attempt.replica.heardAt < attempt.sentAt) markUnready(attempt.replica);
    }
  }

  /** Gives up, because the client has left or another delivery follows. */
  end(): void {
    this.#trial?.leave();
    this.#settle(null);
    this.#resolve();
  }

  /** Answers 204 to a repeated delete that found nothing after its first replica was lost. */
  #confirmDeleted(): void {
    this.#trial?.succeed();
    this.#isSettled = true;
    this.#response.status(204).end();
  }

  /** Whether another attempt, running or new, may answer instead of an unavailable service. */
  #hasAlternative(): boolean {
    if (this.#running.length > 1) return true;
    if (!this.#held.canRepeat || !this.#budget.allowsRetry) return false;
    this.#next = this.#upstream.chooseServing(this.#tried);
    return this.#next !== undefined && this.#upstream.budget.spend();
  }

  /** Chooses another replica for a request whose attempt has failed; undefined if it must not be sent again. */
  #chooseAfter(error: Error): Replica | undefined {
    if (!this.#budget.allowsRetry) return undefined;
    // The request had no effect and cost no replica any work.
    if (isConnectFailure(error)) return this.#upstream.choose(this.#tried);
    if (error instanceof AnswerDropped) return this.#next;
    if (!this.#held.canRepeat || !isReplicaLost(error)) return undefined;
    const other = this.#upstream.choose(this.#tried);
    return other && this.#upstream.budget.spend() ? other : undefined;
  }

  #mayPause(): boolean {
    const isLeft = this.#held.canRepeat && this.#pauses < maxPauses && this.#budget.hasTime;
    return isLeft && this.#upstream.budget.spend();
  }

  /** Sends the request again after a pause, to any replica. */
  async #resume(): Promise<void> {
    await pauseAfterLoss(this.#pauses);
    this.#pauses += 1;
    this.#tried = [];
    if (!this.#isSettled) this.#launch(this.#upstream.choose(this.#tried));
  }

  async #retry(error: Error): Promise<void> {
    if (error instanceof TemporaryAnswer) return this.#resume();
    const other = error instanceof AssertionRefused ? await this.#renewAssertion() : this.#chooseAfter(error);
    if (!other) throw this.#toFault(error);
    this.#budget.countRetry();
    if (!isConnectFailure(error)) await setTimeout(Math.random() * maxJitterMs);
    if (!this.#isSettled) this.#launch(other);
  }

  /** Prepares one repeat with a new assertion, because a refused request had no effect. */
  async #renewAssertion(): Promise<Replica | undefined> {
    const isRepeated = !this.#isRenewed;
    const upstream = this.#upstream.audience;
    assertionRefusals.inc({ upstream, outcome: isRepeated ? 'repeated' : 'failed' });
    if (!isRepeated) return undefined;
    this.#isRenewed = true;
    this.#held.headers[assertionHeader] = await this.#context.renewAssertion();
    // The choice prefers the other replicas to the one that has just refused.
    this.#tried = [];
    return this.#upstream.choose(this.#tried);
  }
}

/**
 * Sends a held request to a replica of its upstream, and to another one if that is safe:
 * - every request if the first replica cannot be reached;
 * - a repeatable request if the first replica is lost or unavailable;
 * - a read if the first replica does not begin to answer.
 *
 * After a loss, the service may answer 409 or 503 with Retry-After. A repeatable request is then retried for up to 10 s.
 * Nothing is sent again after the answer has begun. Resolves when the answer is sent or the client has left.
 *
 * @throws unavailable, bad_upstream, upstream_timeout
 */
export function deliverHeld(held: HeldRequest, response: Response, context: ForwardContext): Promise<void> {
  context.bulkhead.upstream.budget.earn();
  return new Delivery(held, response, context).run();
}
