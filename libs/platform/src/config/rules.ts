import { z } from 'zod';

/** A variable as it was set, and the other variables. */
export interface RuleInput {
  /** Undefined if the variable is not set. */
  text: string | undefined;
  /** Every variable that is set and that the schema names. */
  all: Readonly<Record<string, string>>;
  isProduction: boolean;
}

/** Rule for a variable beyond its form. */
export interface Rule {
  /** The demand of production, in the words of the documentation; null if no value of the variable is unsafe. */
  demand: string | null;
  /** Describes each fault in one sentence, without the value and without the name of the variable. */
  findFaults(given: RuleInput): readonly string[];
  /** Returns the secrets of a value in a canonical spelling, so that they can be compared between variables. */
  secretsIn?: ((text: string) => readonly string[]) | undefined;
}

const rules = z.registry<Rule, z.ZodType>();

/** Gives a field a rule. Fields derived from it (`describe`, `optional`, `default`, `pipe`, lists) keep the rule. */
export function withRule<Schema extends z.ZodType>(schema: Schema, rule: Rule): Schema {
  // The copy allows other fields of the same schema to have other rules.
  const own = schema.clone();
  rules.add(own, rule);
  return own;
}

/** Makes a field whose values are all safe in production, such as a name or a directory. */
export function safeField<Schema extends z.ZodType>(schema: Schema): Schema {
  return withRule(schema, { demand: null, findFaults: () => [] });
}

/** Makes a field whose values are checked in production. */
export function productionField<Schema extends z.ZodType>(
  schema: Schema,
  rule: { demand: string; findFaults: (text: string) => readonly string[]; secretsIn?: Rule['secretsIn'] },
): Schema {
  return withRule(schema, {
    ...rule,
    findFaults: ({ text, isProduction }) => (isProduction && text !== undefined ? rule.findFaults(text) : []),
  });
}

/** Splits a list at commas and trims its entries. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Returns the rule of a list: the rule of its entries, applied to each. A fault of several entries is listed once. */
function eachEntry(rule: Rule): Rule {
  return {
    demand: rule.demand,
    findFaults: (given) => {
      if (given.text === undefined) return rule.findFaults(given);
      const faults = splitList(given.text).flatMap((text) => rule.findFaults({ ...given, text }));
      return [...new Set(faults)];
    },
    ...(rule.secretsIn && {
      secretsIn: (text: string) => splitList(text).flatMap((entry) => rule.secretsIn?.(entry) ?? []),
    }),
  };
}

/** Types whose values are only numbers or fixed words, which are never unsafe. */
const plainTypes: ReadonlySet<string> = new Set(['number', 'boolean', 'enum', 'literal']);

type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
};

/**
 * Finds the rule of a field, however it is wrapped.
 *
 * @returns undefined for a field without a rule: the demand of production is not declared yet
 */
export function ruleOf(schema: z.ZodType): Rule | undefined {
  const own = rules.get(schema);
  if (own) return own;
  const definition = schema.def as Definition;
  if (plainTypes.has(definition.type)) return { demand: null, findFaults: () => [] };
  if (definition.type === 'array') {
    const rule = definition.element && ruleOf(definition.element);
    return rule && eachEntry(rule);
  }
  for (const inner of [definition.innerType, definition.out, definition.in]) {
    const rule = inner && ruleOf(inner);
    if (rule) return rule;
  }
  return undefined;
}
