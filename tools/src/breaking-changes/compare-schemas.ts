import { componentOf, type Description, type Node } from './description.ts';
import { lowerLimits, shapeOf, upperLimits, type SchemaShape } from './schema-shape.ts';

/** Two descriptions, and the breaks that their comparison has found. */
export interface Comparison {
  released: Description;
  current: Description;
  /** Each names a location and the break there. */
  breaks: Set<string>;
  /** Pairs of components that are compared already. */
  compared: Set<string>;
}

/** Clients write requests and read answers: a request must not get narrower, and an answer not wider. */
export type Direction = 'request' | 'answer';

interface Pair {
  before: SchemaShape;
  after: SchemaShape;
}

const missing = <T>(values: readonly T[], others: readonly T[]): T[] =>
  values.filter((value) => !others.includes(value));

/** Whether values of one type are values of another. */
const isWithin = (type: string, types: readonly string[]): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));

const lost = (values: readonly unknown[], what: string): string[] =>
  values.map((value) => `${what} ${String(value)} is removed`);

function limitBreaks({ before, after }: Pair): string[] {
  return Object.entries(after.limits).flatMap(([name, limit]) => {
    const old = before.limits[name];
    const isLower = upperLimits.includes(name) && (old === undefined || limit < old);
    const isHigher = lowerLimits.includes(name) && (old === undefined ? limit > 0 : limit > old);
    return isLower || isHigher ? [`${name} narrows from ${old ?? 'none'} to ${limit}`] : [];
  });
}

function requestBreaks({ before, after }: Pair): string[] {
  const narrowed = before.types.filter((type) => !isWithin(type, after.types));
  const typed = before.types.length === 0 ? after.types.map((type) => `only ${type} is accepted`) : [];
  return [
    ...lost(narrowed, 'type'),
    ...typed,
    ...(before.isNullable && !after.isNullable ? ['null is refused'] : []),
    ...(before.values === null && after.values !== null ? ['values are enumerated'] : []),
    ...missing(after.required, before.required).map((name) => `${name} is required`),
    ...(after.refusesFurther && !before.refusesFurther ? ['further members are refused'] : []),
    ...missing(after.forms, before.forms).map((form) => `${form} is required`),
    ...limitBreaks({ before, after }),
  ];
}

function answerBreaks({ before, after }: Pair): string[] {
  const widened = after.types.filter((type) => !isWithin(type, before.types));
  return [
    ...widened.map((type) => `type ${type} is new`),
    ...(!before.isNullable && after.isNullable ? ['null is new'] : []),
    ...missing(before.required, after.required).map((name) => `${name} may be missing`),
  ];
}

function commonBreaks({ before, after }: Pair): string[] {
  const values = before.values && after.values ? missing(before.values, after.values) : [];
  return [
    ...lost(values, 'value'),
    ...lost(missing(Object.keys(before.properties), Object.keys(after.properties)), 'field'),
  ];
}

interface Parts {
  direction: Direction;
  location: string;
}

/** Compares alternatives: components by their names, others by their order. */
function compareAlternatives(
  comparison: Comparison,
  { direction, location }: Parts,
  { before, after }: Pair,
): void {
  before.alternatives.forEach((old, at) => {
    const name = componentOf(old);
    const match = after.alternatives.find((each) => name !== null && componentOf(each) === name);
    const found = name === null ? after.alternatives[at] : match;
    if (found) compareSchemas(comparison, { direction, location: `${location}(${at})` }, [old, found]);
    else comparison.breaks.add(`${location}: alternative ${name ?? at} is removed`);
  });
}

function compareParts(comparison: Comparison, { direction, location }: Parts, { before, after }: Pair): void {
  for (const [name, old] of Object.entries(before.properties)) {
    const found = after.properties[name];
    if (found) compareSchemas(comparison, { direction, location: `${location}.${name}` }, [old, found]);
  }
  if (before.items && after.items)
    compareSchemas(comparison, { direction, location: `${location}[]` }, [before.items, after.items]);
  if (before.furtherMembers && after.furtherMembers)
    compareSchemas(comparison, { direction, location: `${location}{}` }, [
      before.furtherMembers,
      after.furtherMembers,
    ]);
}

/**
 * Compares a schema of the released description with that of the current one. A component that both name alike is
 * compared once, and its breaks are reported at its name.
 */
export function compareSchemas(
  comparison: Comparison,
  { direction, location }: Parts,
  [old, found]: readonly [Node, Node],
): void {
  const name = componentOf(old);
  const isShared = name !== null && name === componentOf(found);
  const key = `${direction} ${componentOf(old)} ${componentOf(found)}`;
  if (isShared) {
    if (comparison.compared.has(key)) return;
    comparison.compared.add(key);
  }
  const at = { direction, location: isShared ? `${name} (${direction})` : location };
  const pair = { before: shapeOf(comparison.released, old), after: shapeOf(comparison.current, found) };
  const ofDirection = direction === 'request' ? requestBreaks(pair) : answerBreaks(pair);
  for (const each of [...commonBreaks(pair), ...ofDirection])
    comparison.breaks.add(`${at.location}: ${each}`);
  compareAlternatives(comparison, at, pair);
  compareParts(comparison, at, pair);
}
