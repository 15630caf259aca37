import { createHash } from 'node:crypto';
import type { PlannedEffect } from '../context/operation-plan.ts';
import { conflict } from '../errors/raise.ts';

/** Lifetime of a plan, in seconds. */
const planSeconds = 900;

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Returns the digest of the entities that a change writes, with their versions, in any order. */
export const digestEffects = (effects: readonly PlannedEffect[]): string =>
  digest(effects.map(({ kind, id, version }) => `${kind} ${id} ${version}`).toSorted());

/** Hash of a plan, and the end of its validity. */
export interface SignedPlan {
  hash: string;
  expiresAt: Date;
}

/** A request for which plans are made: its operation, path, tenant and input. */
export type PlannedRequest = readonly unknown[];

function sign(request: PlannedRequest, outcome: string, endSeconds: number): SignedPlan {
  const hash = `${endSeconds.toString(36)}-${digest([request, endSeconds, outcome])}`;
  return { hash, expiresAt: new Date(endSeconds * 1000) };
}

/** Makes the hash of a plan that is valid for 15 minutes. `outcome` is a digest of the effects. */
export const signPlan = (request: PlannedRequest, outcome: string, now: Date): SignedPlan =>
  sign(request, outcome, Math.floor(now.getTime() / 1000) + planSeconds);

/** Whether a hash is that of a plan with this outcome, and still valid. */
export function isSamePlan(request: PlannedRequest, outcome: string, hash: string, now: Date): boolean {
  const endSeconds = Number.parseInt(hash, 36);
  return endSeconds * 1000 > now.getTime() && sign(request, outcome, endSeconds).hash === hash;
}

/** 409: the operation would do something else now. `plan` is the present plan, if the whole of it is known. */
export const planChanged = (plan?: SignedPlan) =>
  conflict(
    'plan_changed',
    'The plan has expired, or the operation would do something else now. Read a new plan with dryRun=true.',
    plan && { members: { details: { hash: plan.hash, expiresAt: plan.expiresAt.toISOString() } } },
  );
