import { Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';

declare const stored: unique symbol;

/** A field of a stored row: its cast, its rule in the store, and the type of its values. */
export interface Field<T> {
  readonly cast: SchemaDefinitionProperty;
  /** A JSON schema that MongoDB checks at each write; null for a field without a rule. */
  readonly rule: object | null;
  readonly [stored]?: T;
}

/** The fields of a row, by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** Row type of declared fields. */
export type RowOf<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

type NullableOf<F extends Fields> = { [K in keyof F]: null extends RowOf<F>[K] ? K : never }[keyof F];

/** Returns null for each field that may be null, as in a new row. */
export function nullsOf<F extends Fields>(fields: F): Record<NullableOf<F>, null> {
  const names = Object.keys(fields).filter((name) => isNullable(fields[name]?.cast));
  return Object.fromEntries(names.map((name) => [name, null])) as Record<NullableOf<F>, null>;
}

const isNullable = (cast: unknown): boolean => (cast as { default?: unknown } | undefined)?.default === null;

/** Returns mongoose's casts of the fields of a row. */
export function castsOf(fields: Fields): SchemaDefinition {
  return Object.fromEntries(Object.entries(fields).map(([name, { cast }]) => [name, cast]));
}

/** Returns the JSON schema of a row or of a part of one; null if no field has a rule. */
export function ruleOf(fields: Fields): object | null {
  const rules = Object.entries(fields).filter(([, { rule }]) => rule !== null);
  if (rules.length === 0) return null;
  return { properties: Object.fromEntries(rules.map(([name, { rule }]) => [name, rule])) };
}

const required = <T>(type: unknown, rule: object | null = null): Field<T> => ({
  cast: { type, required: true } as SchemaDefinitionProperty,
  rule,
});

const nullable = <T>(type: unknown, rule: object | null = null): Field<T | null> => ({
  cast: { type, default: null } as SchemaDefinitionProperty,
  rule,
});

function oneOf<const Values extends readonly string[]>(...values: Values): Field<Values[number]> {
  return required(String, { enum: values });
}

function oneOfOrNull<const Values extends readonly string[]>(
  ...values: Values
): Field<Values[number] | null> {
  return nullable(String, { enum: [...values, null] });
}

function listOf<F extends Fields>(fields: F): Field<RowOf<F>[]> {
  const rule = ruleOf(fields);
  return {
    cast: [{ _id: false, ...castsOf(fields) }] as SchemaDefinitionProperty,
    rule: rule && { items: rule },
  };
}

function group<F extends Fields>(fields: F): Field<RowOf<F>> {
  return { cast: castsOf(fields) as SchemaDefinitionProperty, rule: ruleOf(fields) };
}

function groupOrNull<F extends Fields>(fields: F): Field<RowOf<F> | null> {
  return nullable(new Schema(castsOf(fields), { _id: false }), ruleOf(fields));
}

function listOfChoices<const Values extends readonly string[]>(...values: Values): Field<Values[number][]> {
  return required([String], { items: { enum: values } });
}

/** The kinds of fields. MongoDB refuses a value outside of a choice (`oneOf`) in every write. */
export const field = {
  text: required<string>(String),
  textOrNull: nullable<string>(String),
  textOrEmpty: { cast: { type: String, default: '' }, rule: null } as Field<string>,
  number: required<number>(Number),
  numberOrNull: nullable<number>(Number),
  numberList: { cast: { type: [Number], default: [] }, rule: null } as Field<number[]>,
  flag: required<boolean>(Boolean),
  flagOrNull: nullable<boolean>(Boolean),
  date: required<Date>(Date),
  dateOrNull: nullable<Date>(Date),
  textList: { cast: { type: [String], default: [] }, rule: null } as Field<string[]>,
  textListOrNull: nullable<string[]>([String]),
  /** Raw bytes. A lean read returns the driver's `Binary`. */
  bytes: required<Buffer>(Buffer),
  /** Any value, stored unchanged. */
  json: <T>(): Field<T> => required<T>(Object),
  jsonOrNull: <T>(): Field<T | null> => nullable<T>(Object),
  oneOf,
  oneOfOrNull,
  listOfChoices,
  listOf,
  group,
  groupOrNull,
};
