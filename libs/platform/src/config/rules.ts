import { z } from 'zod';

/** A variable as it was set, and what stands beside it. */
export interface Given {
  /** Undefined where the variable is not set. */
  text: string | undefined;
  /** Every variable that is set and that the schema names. */
  all: Readonly<Record<string, string>>;
  isProduction: boolean;
}

/** What a variable must fulfil beyond its form. */
export interface Rule {
  /** What production demands, as the documentation says it; null where no value of the variable could be unsafe. */
  demand: string | null;
  /** Says what is wrong, one sentence for each fault, without the value and without the variable's own name. */
  findFaults(given: Given): readonly string[];
  /** Gives each secret of a value a spelling by which it equals the same secret in another variable. */
  secretsIn?: ((text: string) => readonly string[]) | undefined;
}

const rules = z.registry<Rule, z.ZodType>();

/** Gives a field a rule. What is derived from the field (`describe`, `optional`, `default`, `pipe`, lists) keeps it. */
export function withRule<Schema extends z.ZodType>(schema: Schema, rule: Rule): Schema {
  // A copy: other fields are made from the same schema, with other rules.
  const own = schema.clone();
  rules.add(own, rule);
  return own;
}

/** A field whose values are all safe in production, such as a name or a directory. */
export function safeField<Schema extends z.ZodType>(schema: Schema): Schema {
  return withRule(schema, { demand: null, findFaults: () => [] });
}

/** A field whose values production checks, each set one. */
export function productionField<Schema extends z.ZodType>(
  schema: Schema,
  rule: { demand: string; findFaults: (text: string) => readonly string[]; secretsIn?: Rule['secretsIn'] },
): Schema {
  return withRule(schema, {
    ...rule,
    findFaults: ({ text, isProduction }) => (isProduction && text !== undefined ? rule.findFaults(text) : []),
  });
}

/** The entries of a list separated by commas, without the blanks around them. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The rule of a list: that of its entries, for each of them. A fault that several entries have is said once. */
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

/** Fields of these types take numbers and fixed words alone: nothing about them can be unsafe. */
const plainTypes: ReadonlySet<string> = new Set(['number', 'boolean', 'enum', 'literal']);

type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
};

/**
 * Finds the rule of a field, in whatever it is wrapped.
 *
 * @returns undefined for a field that has none: nobody has said yet what production demands of it
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
