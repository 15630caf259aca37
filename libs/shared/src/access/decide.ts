import type { AccessEventRow } from '../models/access-event.ts';

/** An evaluated rule, with its result in a sentence for staff. */
type EvaluatedRule = AccessEventRow['rules'][number];

/** A condition of access. */
export interface Rule {
  /** A stable word in snake case. The last rule that is passed is the reason of a grant. */
  name: string;
  isPassed: boolean;
  /** The reason of a denial by this rule, as a stable word in snake case. */
  denial: string;
  /** Sentences for staff: the first if the rule is passed, the second if it is not. */
  says: readonly [passed: string, denied: string];
}

/** A condition that an earlier check of the request has met. */
export interface MetRule {
  name: string;
  isPassed: true;
  says: readonly [passed: string];
}

/** Result of the rules of a door. */
export interface Decision {
  isGranted: boolean;
  reason: string;
  /** The evaluated rules in order, up to the first that denied. */
  rules: EvaluatedRule[];
}

/** Evaluates rules in order, up to the first that denies. A grant requires that all rules are passed. */
export function decide(rules: readonly [Rule, ...(Rule | MetRule)[]]): Decision {
  const evaluated: EvaluatedRule[] = [];
  let reason: string = rules[0].name;
  for (const rule of rules) {
    const { name, isPassed, says } = rule;
    evaluated.push({ name, passed: isPassed, message: isPassed ? says[0] : rule.says[1] });
    if (!isPassed) return { isGranted: false, reason: rule.denial, rules: evaluated };
    reason = name;
  }
  return { isGranted: true, reason, rules: evaluated };
}
