import { isNode, type Node } from './description.ts';

/** Members for people, and members that no client depends on. */
const prose = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'tags',
  'headers',
  'default',
]);

const isProse = (name: string): boolean =>
  prose.has(name) || (name.startsWith('x-') && name !== 'x-required-scope');

/** Members whose own members have free names. */
const named = new Set(['properties', 'schemas', 'paths', 'webhooks', 'content', 'responses', 'parameters']);

function strip(value: unknown, hasFreeNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => strip(each, false));
  if (!isNode(value)) return value;
  const members = Object.entries(value).filter(([name]) => hasFreeNames || !isProse(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, strip(member, !hasFreeNames && named.has(name))]),
  );
}

/** Returns the parts of an API description that `findBreaks` compares. */
export function stripProse({ paths, webhooks, components = {} }: Node): Node {
  const { schemas, responses, parameters } = components as Node;
  return strip(
    { paths, ...(webhooks !== undefined && { webhooks }), components: { schemas, responses, parameters } },
    false,
  ) as Node;
}
