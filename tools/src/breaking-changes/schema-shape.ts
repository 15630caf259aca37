import { isNode, nodeAt, nodesAt, resolve, textsAt, type Description, type Node } from './description.ts';

/** The values that a schema accepts, in a form that two descriptions can be compared by. */
export interface SchemaShape {
  /** Without `null`; empty for any type. */
  types: readonly string[];
  isNullable: boolean;
  /** Null without an enumeration. */
  values: readonly unknown[] | null;
  properties: Readonly<Record<string, Node>>;
  required: readonly string[];
  items: Node | null;
  /** The schema of further members; null if they are refused or not described. */
  furtherMembers: Node | null;
  refusesFurther: boolean;
  /** Patterns and formats. */
  forms: readonly string[];
  /** Such as `maxLength`. */
  limits: Readonly<Record<string, number>>;
  /** Alternatives, if there are several. */
  alternatives: readonly Node[];
}

/** The limits that a lower number narrows, and those that a higher number narrows. */
export const upperLimits = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
export const lowerLimits = ['minimum', 'minLength', 'minItems', 'minProperties'];

const isNull = ({ type }: Node): boolean => type === 'null';

function valuesOf(schema: Node): readonly unknown[] | null {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : null;
}

function typesOf({ type }: Node): string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((each): each is string => typeof each === 'string') : [];
}

/** Returns the shape of the members of a schema itself, without its parts. */
function ownShape(schema: Node): SchemaShape {
  const types = typesOf(schema);
  const values = valuesOf(schema);
  const further = schema['additionalProperties'];
  const limits = [...upperLimits, ...lowerLimits].flatMap((name) => {
    const limit = schema[name];
    return typeof limit === 'number' ? [[name, limit] as const] : [];
  });
  return {
    types: types.filter((type) => type !== 'null'),
    isNullable: types.includes('null') || (values?.includes(null) ?? false),
    values: values?.filter((value) => value !== null) ?? null,
    properties: nodeAt(schema, 'properties') as SchemaShape['properties'],
    required: textsAt(schema, 'required'),
    items: isNode(schema['items']) ? schema['items'] : null,
    furtherMembers: isNode(further) ? further : null,
    refusesFurther: further === false,
    forms: ['pattern', 'format'].flatMap((name) =>
      name in schema ? [`${name} ${String(schema[name])}`] : [],
    ),
    limits: Object.fromEntries(limits),
    alternatives: [],
  };
}

const narrower = (a: SchemaShape['values'], b: SchemaShape['values']) =>
  a && b ? a.filter((value) => b.includes(value)) : (a ?? b);

function mergeProperties(a: SchemaShape['properties'], b: SchemaShape['properties']) {
  const shared = Object.keys(a).filter((name) => Object.hasOwn(b, name));
  const both = shared.map((name): [string, Node] => [name, { allOf: [a[name], b[name]] }]);
  return { ...a, ...b, ...Object.fromEntries(both) };
}

/** Returns the shape of values that two schemas accept. */
function merge(a: SchemaShape, b: SchemaShape): SchemaShape {
  return {
    types: [...new Set([...a.types, ...b.types])],
    isNullable: a.isNullable || b.isNullable,
    values: narrower(a.values, b.values),
    properties: mergeProperties(a.properties, b.properties),
    required: [...new Set([...a.required, ...b.required])],
    items: a.items ?? b.items,
    furtherMembers: a.furtherMembers ?? b.furtherMembers,
    refusesFurther: a.refusesFurther || b.refusesFurther,
    forms: [...new Set([...a.forms, ...b.forms])],
    limits: { ...a.limits, ...b.limits },
    alternatives: [...a.alternatives, ...b.alternatives],
  };
}

/** Computes the shape of a schema. `allOf` parts are merged, and a single alternative to `null` too. */
export function shapeOf(description: Description, reference: Node): SchemaShape {
  const schema = resolve(description, reference);
  const parts = nodesAt(schema, 'allOf').map((part) => shapeOf(description, part));
  const all = [...nodesAt(schema, 'anyOf'), ...nodesAt(schema, 'oneOf')];
  const others = all.filter((each) => !isNull(each));
  const [only] = others;
  const own = { ...ownShape(schema), ...(others.length > 1 && { alternatives: others }) };
  const merged = [...parts, ...(only && others.length === 1 ? [shapeOf(description, only)] : [])].reduce(
    merge,
    own,
  );
  return { ...merged, isNullable: merged.isNullable || all.some(isNull) };
}
