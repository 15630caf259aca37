import type { Request } from 'express';
import type { OperationPlan, PlannedEffect } from '../context/operation-plan.ts';
import { Fault } from '../errors/fault.ts';
import type { Route } from './define-route.ts';
import { digestEffects, isSamePlan, planChanged, signPlan, type PlannedRequest } from './plan-hash.ts';
import { ok, type JsonReply, type Reply } from './reply.ts';
import type { RunItem } from './run-item.ts';
import { hasKey, replayedHeader, runMaybeKeyed, runUnkeyed, type Run, type Runners } from './run-keyed.ts';
import { summarizeEffects } from './summarize-effects.ts';

/** Error that rolls back a dry run once its effects are known. */
class EffectsFound extends Error {
  readonly effects: readonly PlannedEffect[];

  constructor(effects: readonly PlannedEffect[]) {
    super('The effects of the dry run are known.');
    this.effects = effects;
  }
}

const dryRun: OperationPlan = {
  isDryRun: true,
  checkEffects(effects) {
    throw new EffectsFound(effects);
  },
};

/** Runs work without keeping its effects. Work that commits nothing has none. */
async function findEffects(work: () => Promise<unknown>): Promise<readonly PlannedEffect[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof EffectsFound) return error.effects;
    throw error;
  }
  return [];
}

/** Finds the effects of a bulk call's item; for a refused item, the refusal. */
async function findItemEffects(
  item: string,
  work: () => Promise<unknown>,
  keep: (effects: readonly PlannedEffect[]) => void,
): Promise<void> {
  try {
    keep(await findEffects(work));
  } catch (error) {
    const id = item.slice(item.indexOf(' ') + 1);
    if (error instanceof Fault)
      keep([
        { kind: 'refused', id: `${id} ${error.code}`, version: null, example: { id, label: error.code } },
      ]);
    throw error;
  }
}

/** The effects of a request, by the items of a bulk call. Another request is one item. */
type Outcomes = ReadonlyMap<string, readonly PlannedEffect[]>;

/** Finds the effects of each item of a request. Nothing is written. */
async function findOutcomes({ route, run }: Run): Promise<Outcomes> {
  const outcomes = new Map<string, readonly PlannedEffect[]>();
  const keep = (item: string) => (effects: readonly PlannedEffect[]) => void outcomes.set(item, effects);
  const planned = { ...run, ctx: { ...run.ctx, plan: dryRun } };
  if (!route.itemResponse) {
    keep('')(await findEffects(() => runUnkeyed({ route, run: planned })));
    return outcomes;
  }
  const runItem: RunItem = async <Answer>(item: string, work: Parameters<RunItem>[1]) => {
    await findItemEffects(item, () => work({ plan: dryRun }), keep(item));
    return ok({}) as JsonReply<Answer>;
  };
  await runUnkeyed({ route, run }, runItem);
  // Items run concurrently, and their names begin with their positions.
  return new Map([...outcomes].toSorted(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10)));
}

const digestOutcomes = (outcomes: Outcomes): string =>
  [...outcomes].map(([item, effects]) => `${item}=${digestEffects(effects)}`).join();

/** Returns the parts of a request that its plan covers. */
function plannedRequest(path: string, { route, run: { ctx, query, body } }: Run): PlannedRequest {
  return [route.operationId, path, ctx.tenantId, query, body ?? null];
}

/** Finds the effects of a request, and answers them with their hash. */
async function answerPlan(planned: PlannedRequest, call: Run): Promise<JsonReply<unknown>> {
  const outcomes = await findOutcomes(call);
  const { hash, expiresAt } = signPlan(planned, digestOutcomes(outcomes), call.run.ctx.now);
  const effects = summarizeEffects([...outcomes.values()].flat());
  const plan = { hash, operation: call.route.operationId, expiresAt: expiresAt.toISOString(), effects };
  return ok({ plan });
}

/** A request that must do exactly what the plan with the hash lists. */
interface ExactCall {
  call: Run;
  planned: PlannedRequest;
  hash: string;
}

/** Returns the call with its plan, which its commit checks. */
function withPlan({ call, planned, hash }: ExactCall): Run {
  const { ctx } = call.run;
  const checkEffects = (effects: readonly PlannedEffect[]): void => {
    const outcome = digestOutcomes(new Map([['', effects]]));
    if (!isSamePlan(planned, outcome, hash, ctx.now)) throw planChanged(signPlan(planned, outcome, ctx.now));
  };
  return { ...call, run: { ...call.run, ctx: { ...ctx, plan: { isDryRun: false, checkEffects } } } };
}

/**
 * Runs a bulk call as planned. It compares the effects of all items first, and the effects of each item in its commit. A
 * repeat with an `Idempotency-Key` returns the stored outcomes, and refuses the missing items.
 */
async function runExactBulk(request: Request, exact: ExactCall, done: Runners): Promise<Reply<unknown>> {
  const { call, planned, hash } = exact;
  const { now } = call.run.ctx;
  const outcomes = await findOutcomes(call);
  const outcome = digestOutcomes(outcomes);
  const isSame = isSamePlan(planned, outcome, hash, now);
  let isRepeat = false;
  const planOf = (item: string): OperationPlan => ({
    isDryRun: false,
    checkEffects(effects) {
      const isPlanned = digestEffects(effects) === digestEffects(outcomes.get(item) ?? []);
      if (!isSame || !isPlanned) throw planChanged();
    },
  });
  const withPlans =
    (runItem: RunItem): RunItem =>
    async (item, work) => {
      const reply = await runItem(item, (scope) => work({ ...scope, plan: planOf(item) }));
      isRepeat ||= replayedHeader in (reply.headers ?? {});
      return reply;
    };
  const route: Route = {
    ...call.route,
    run: (input) => call.route.run({ ...input, runItem: withPlans(input.runItem) }),
  };
  const refuse = () => planChanged(signPlan(planned, outcome, now));
  if (!isSame && !hasKey(request, call)) throw refuse();
  const reply = await runMaybeKeyed(request, { ...call, route }, done);
  if (!isSame && !isRepeat) throw refuse();
  return reply;
}

/**
 * Runs a request of a route with plans. `dryRun` answers the effects and writes nothing. `plan` requires the effects of
 * an earlier dry run.
 *
 * @throws conflict (`plan_changed`)
 */
export async function runPlanned(request: Request, call: Run, done: Runners): Promise<Reply<unknown>> {
  const { dryRun: isDryRun, plan: hash, ...query } = call.run.query as { dryRun?: boolean; plan?: string };
  const bare = { ...call, run: { ...call.run, query } };
  const planned = plannedRequest(request.path, bare);
  if (isDryRun) return answerPlan(planned, bare);
  if (hash === undefined) return runMaybeKeyed(request, bare, done);
  const exact = { call: bare, planned, hash };
  if (call.route.itemResponse) return runExactBulk(request, exact, done);
  return runMaybeKeyed(request, withPlan(exact), done);
}
