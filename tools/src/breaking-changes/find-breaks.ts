import { compareSchemas, type Comparison, type Direction } from './compare-schemas.ts';
import { nodeAt, nodesAt, resolve, type Description, type Node } from './description.ts';

/** The same part of both descriptions. */
type Both = readonly [old: Node, found: Node];

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Compares the media types of a body. */
function compareContent(
  comparison: Comparison,
  location: string,
  direction: Direction,
  [old, found]: Both,
): void {
  for (const [mediaType, content] of Object.entries(nodeAt(old, 'content'))) {
    const current = nodeAt(found, 'content')[mediaType] as Node | undefined;
    if (!current) comparison.breaks.add(`${location}: media type ${mediaType} is removed`);
    else if ('schema' in (content as Node) && 'schema' in current)
      compareSchemas(comparison, { direction, location }, [
        nodeAt(content as Node, 'schema'),
        nodeAt(current, 'schema'),
      ]);
  }
}

/** Returns the parameters of an operation, by location and name. */
function parametersOf(description: Description, operation: Node): Map<string, Node> {
  const parameters = nodesAt(operation, 'parameters').map((each) => resolve(description, each));
  return new Map(parameters.map((each) => [`${String(each['in'])} ${String(each['name'])}`, each]));
}

function compareParameters(comparison: Comparison, location: string, [old, found]: Both): void {
  const before = parametersOf(comparison.released, old);
  const after = parametersOf(comparison.current, found);
  for (const [name, parameter] of after) {
    const isNew = parameter['required'] === true && before.get(name)?.['required'] !== true;
    if (isNew) comparison.breaks.add(`${location} ${name}: is required`);
  }
  for (const [name, parameter] of before) {
    const current = after.get(name);
    if (!current) comparison.breaks.add(`${location} ${name}: is removed`);
    else {
      const schemas = [nodeAt(parameter, 'schema'), nodeAt(current, 'schema')] as const;
      compareSchemas(comparison, { direction: 'request', location: `${location} ${name}` }, schemas);
    }
  }
}

function compareBodies(
  comparison: Comparison,
  location: string,
  direction: Direction,
  [old, found]: Both,
): void {
  const before = resolve(comparison.released, nodeAt(old, 'requestBody'));
  const after = resolve(comparison.current, nodeAt(found, 'requestBody'));
  if (after['required'] === true && before['required'] !== true)
    comparison.breaks.add(`${location} body: is required`);
  compareContent(comparison, `${location} body`, direction, [before, after]);
}

function compareResponses(comparison: Comparison, location: string, [old, found]: Both): void {
  for (const [status, response] of Object.entries(nodeAt(old, 'responses'))) {
    const current = nodeAt(found, 'responses')[status] as Node | undefined;
    if (current) {
      const both = [
        resolve(comparison.released, response as Node),
        resolve(comparison.current, current),
      ] as const;
      compareContent(comparison, `${location} ${status}`, 'answer', both);
    } else if (/^[23]/.test(status)) comparison.breaks.add(`${location}: status ${status} is removed`);
  }
}

function compareOperations(comparison: Comparison, location: string, both: Both): void {
  const [old, found] = both;
  for (const name of ['operationId', 'x-required-scope'])
    if (old[name] !== found[name])
      comparison.breaks.add(
        `${location}: ${name} changes from ${String(old[name])} to ${String(found[name])}`,
      );
  compareParameters(comparison, location, both);
  compareBodies(comparison, location, 'request', both);
  compareResponses(comparison, location, both);
}

function comparePaths(comparison: Comparison): void {
  for (const [path, item] of Object.entries(comparison.released.paths ?? {})) {
    for (const method of methods.filter((each) => each in item)) {
      const location = `${method.toUpperCase()} ${path}`;
      const found = comparison.current.paths?.[path]?.[method] as Node | undefined;
      if (found) compareOperations(comparison, location, [nodeAt(item, method), found]);
      else comparison.breaks.add(`${location}: is removed`);
    }
  }
}

/** Compares webhooks, whose bodies are read by the receivers. */
function compareWebhooks(comparison: Comparison): void {
  for (const [name, item] of Object.entries(comparison.released.webhooks ?? {})) {
    const location = `webhook ${name}`;
    const found = comparison.current.webhooks?.[name];
    if (found) compareBodies(comparison, location, 'answer', [nodeAt(item, 'post'), nodeAt(found, 'post')]);
    else comparison.breaks.add(`${location}: is removed`);
  }
}

/**
 * Finds the changes between two API descriptions that break clients of the released one. These are removed paths,
 * statuses, parameters, fields and values. Requests must not get narrower, and answers must not get wider.
 *
 * @returns one line for each, sorted
 */
export function findBreaks(released: Description, current: Description): string[] {
  const comparison: Comparison = { released, current, breaks: new Set(), compared: new Set() };
  comparePaths(comparison);
  compareWebhooks(comparison);
  return [...comparison.breaks].toSorted();
}
