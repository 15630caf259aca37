/** A node of an API description: an object of OpenAPI or of JSON Schema. */
export type Node = Readonly<Record<string, unknown>>;

/** An API description (OpenAPI 3.1). */
export interface Description extends Node {
  paths?: Readonly<Record<string, Node>>;
  webhooks?: Readonly<Record<string, Node>>;
  components?: Readonly<Record<string, Readonly<Record<string, Node>>>>;
}

/** Whether a value is an object that is not a list. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member that is an object; an empty one if it is missing. */
export const nodeAt = (node: Node, name: string): Node => {
  const value = node[name];
  return isNode(value) ? value : {};
};

/** Returns the objects of a list; none if it is missing. */
export const nodesAt = (node: Node, name: string): Node[] => {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** Returns the texts of a list; none if it is missing. */
export const textsAt = (node: Node, name: string): string[] => {
  const value = node[name];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
};

/** Returns the name of a component that a reference names; null for no reference. */
export function componentOf(node: Node): string | null {
  const { $ref: reference } = node;
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? null) : null;
}

/** Follows a reference to a component of the description. */
export function resolve(description: Description, node: Node): Node {
  const { $ref: reference } = node;
  if (typeof reference !== 'string') return node;
  const [, , kind = '', name = ''] = reference.split('/');
  const found = description.components?.[kind]?.[name];
  if (!found) throw new Error(`The description has no ${reference}.`);
  return resolve(description, found);
}
