import { readFileSync } from 'node:fs';

/** A JSON Schema, as the description of the API states it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation of the Admin API that an agent can use. */
export interface Operation {
  /** The `operationId`, such as `ensureUnit`; the name of its tool. */
  name: string;
  /** The method of the client, such as `units.ensure`. */
  method: string;
  /** In capitals. */
  verb: string;
  /** The scope that it needs; null for none. */
  scope: string | null;
  summary: string;
  description: string;
  /** Names of the path parameters, in order. */
  path: readonly string[];
  query: Readonly<Record<string, JsonSchema>>;
  requiredQuery: readonly string[];
  /** The schema of the JSON body; null without one. */
  body: JsonSchema | null;
  /** Whether `?dryRun=true` answers a plan that `?plan=` executes. */
  hasPlan: boolean;
  isList: boolean;
  /** Names of the fields that the description marks as secret in any part of the answer. */
  secretFields: readonly string[];
}

/** Returns the fields of the body, by name. */
export const bodyFields = ({ body }: Operation): Readonly<Record<string, JsonSchema>> =>
  (body?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;

/** Whether an operation changes nothing. */
export const isRead = ({ verb }: Operation): boolean => verb === 'GET';

const file = new URL('../generated/operations.json', import.meta.url);

/** Every operation that an agent can use, in the order of the description. */
export const operations = JSON.parse(readFileSync(file, 'utf8')) as readonly Operation[];
