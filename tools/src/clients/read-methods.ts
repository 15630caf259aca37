import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from '../generated-file.ts';
import type { ApiDocument, ApiOperation } from './api-document.ts';

/** The descriptions that have clients. */
export const clientDescriptions = ['admin', 'resident', 'core-mobile'] as const;
export type ClientDescription = (typeof clientDescriptions)[number];

/** `clients/methods.json`: the names of all methods, for the clients of every language. */
interface MethodNames {
  /** Client, description, operation, method. */
  clients: Record<string, Partial<Record<ClientDescription, Record<string, string>>>>;
  /** POSTs without an Idempotency-Key that may be sent twice. */
  repeatable: Partial<Record<ClientDescription, string[]>>;
}

/** A method of a client, with its operation. */
export interface Method {
  /** With its resources: `onboarding.invites.dispatch`. */
  name: string;
  description: ClientDescription;
  document: ApiDocument;
  operation: ApiOperation;
  /** In capitals. */
  verb: string;
  path: string;
  /** Whether it may be sent twice without an Idempotency-Key. */
  isRepeatable: boolean;
}

/** The API descriptions that have clients, parsed. */
export type Descriptions = Readonly<Record<ClientDescription, ApiDocument>>;

/** Reads the API descriptions that have clients. */
export async function readDescriptions(): Promise<Descriptions> {
  const read = async (name: ClientDescription): Promise<[string, ApiDocument]> => {
    const text = await readFile(join(repository, `docs/openapi/${name}.yaml`), 'utf8');
    return [name, parse(text) as ApiDocument];
  };
  const entries = await Promise.all(clientDescriptions.map(read));
  return Object.fromEntries(entries) as Descriptions;
}

type FoundOperation = Pick<Method, 'operation' | 'verb' | 'path'>;

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Returns the operations of a description by id. */
export function operationsOf({ paths }: ApiDocument): Map<string, FoundOperation> {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([verb]) => verbs.has(verb))
      .map(([verb, operation]): [string, FoundOperation] => [
        operation.operationId,
        { operation, verb: verb.toUpperCase(), path },
      ]),
  );
  return new Map(found);
}

/**
 * Reads the methods of all clients of these descriptions, by client.
 *
 * @throws Error for a method without an operation
 */
export async function readMethods(documents: Descriptions): Promise<Record<string, Method[]>> {
  const names = JSON.parse(await readFile(join(repository, 'clients/methods.json'), 'utf8')) as MethodNames;
  const methodsOf = (description: ClientDescription, listed: Record<string, string> = {}): Method[] => {
    const document = documents[description];
    const operations = operationsOf(document);
    return Object.entries(listed).map(([id, name]) => {
      const found = operations.get(id);
      if (!found) throw new Error(`clients/methods.json: ${description} has no operation ${id}`);
      const isRepeatable = names.repeatable[description]?.includes(id) ?? false;
      return { name, description, document, isRepeatable, ...found };
    });
  };
  const clients = Object.entries(names.clients).map(([client, listed]): [string, Method[]] => [
    client,
    clientDescriptions.flatMap((description) => methodsOf(description, listed[description])),
  ]);
  return Object.fromEntries(clients);
}
