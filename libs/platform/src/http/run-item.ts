import type { PublicContext } from '../context/operation-context.ts';
import type { Transaction } from '../mongo/in-transaction.ts';
import type { JsonReply } from './reply.ts';

/** The part of a context that an item of a bulk call has of its own. */
type ItemScope = Pick<PublicContext, 'within' | 'plan'>;

/**
 * Runs an item of a bulk call, named by its position and id. With an `Idempotency-Key`, `work` joins the transaction
 * that stores its answer. A repeat of the call gets that answer with the header `Idempotency-Replayed`.
 */
export type RunItem = <Answer>(
  item: string,
  work: (scope: ItemScope) => Promise<JsonReply<Answer>>,
) => Promise<JsonReply<Answer>>;

/**
 * Runs the work of a route that reads its body as a stream, and knows the body's digest only afterwards. With an
 * `Idempotency-Key`, a repeat gets the stored answer before `prepare` runs. The work that `prepare` returns joins the
 * transaction that stores its answer.
 */
export type RunRead = <Answer>(
  bodyDigest: string,
  prepare: () => Promise<(within: Transaction | undefined) => Promise<JsonReply<Answer>>>,
) => Promise<JsonReply<Answer>>;
