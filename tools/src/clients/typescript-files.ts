import type { GeneratedFile } from '../generated-file.ts';
import { refName, type ApiDocument } from './api-document.ts';
import { describeAnswer } from './describe-answer.ts';
import { operationFlags } from './operation-flags.ts';
import { readDescriptions, readMethods, type Method } from './read-methods.ts';
import { aliases, commentOf, signaturesOf } from './typescript-signatures.ts';

const home = 'clients/typescript/src/generated';
const note = '// Generated from docs/openapi and clients/methods.json by `pnpm run generate`.\n';

/** Writes the table of a client's operations for its runtime. */
function tableOf(client: string, methods: readonly Method[]): string {
  const rows = methods.map((method) => {
    const answer = describeAnswer(method.document, method.operation);
    const row = [
      method.verb,
      method.path,
      operationFlags(method),
      ...('member' in answer ? [answer.member] : []),
    ];
    return `  '${method.name}': [${row.map((value) => `'${value}'`).join(', ')}],`;
  });
  return `${note}import type { OperationTable } from '../runtime/operation.ts';

export const ${client}Operations: OperationTable = {
${rows.join('\n')}
};
`;
}

/** A resource: its members, and the resources in it. */
interface Folder {
  lines: string[];
  folders: Map<string, Folder>;
}

const newFolder = (): Folder => ({ lines: [], folders: new Map() });

/** Returns the folder of a path of names, and adds the missing ones. */
function folderAt(root: Folder, names: readonly string[]): Folder {
  return names.reduce((folder, name) => {
    const inner = folder.folders.get(name) ?? newFolder();
    folder.folders.set(name, inner);
    return inner;
  }, root);
}

function writeFolder({ lines, folders }: Folder, indent: string): string {
  const inner = [...folders].map(
    ([name, folder]) => `${indent}readonly ${name}: {\n${writeFolder(folder, `${indent}  `)}${indent}};\n`,
  );
  return [...lines.map((line) => `${indent}${line.replaceAll('\n', `\n${indent}`)}\n`), ...inner].join('');
}

/** Writes the types of a client's methods. */
function typesOf(client: string, methods: readonly Method[]): string {
  const root = newFolder();
  for (const method of methods) {
    const folder = folderAt(root, method.name.split('.').slice(0, -1));
    folder.lines.push(commentOf(method), ...signaturesOf(method));
  }
  const body = writeFolder(root, '  ');
  const helpers = [
    'Body',
    'ChangesMethod',
    'DryRunOptions',
    'IterateMethod',
    'ListMethod',
    'Plan',
    'Query',
    'QueryOptions',
    'Result',
    'Whole',
  ];
  const imports = Object.entries(aliases)
    .filter(([, alias]) => body.includes(`${alias}['`))
    .map(([description, alias]) => `import type { operations as ${alias} } from './${description}.ts';\n`);
  const name = `${client.charAt(0).toUpperCase()}${client.slice(1)}Resources`;
  return `${note}import type { Call } from '../runtime/call.ts';
import type { ${helpers.filter((helper) => new RegExp(String.raw`\b${helper}[<>]`).test(body)).join(', ')} } from '../runtime/method-types.ts';
import type { CallOptions } from '../runtime/options.ts';
${imports.join('')}
/** The methods of the client, by resource. */
export interface ${name} {
${body}}
`;
}

/** Writes the union of the events that a webhook endpoint gets. */
function webhookEvents({ webhooks = {} }: ApiDocument): GeneratedFile {
  const names = Object.values(webhooks).map(({ post }) =>
    refName(post.requestBody?.content['application/json']?.schema?.$ref ?? ''),
  );
  const content = `${note}import type { components } from './admin.ts';

type Schemas = components['schemas'];

/** An event of a webhook. Its \`type\` determines the shape of its \`data\`. Ignore types that you do not know. */
export type WebhookEvent =
${names.map((name) => `  | Schemas['${name}']`).join('\n')};
`;
  return { path: `${home}/webhook-event.ts`, content };
}

/** Generates the methods of the TypeScript client: a table for its runtime, and their types. */
export async function typescriptFiles(): Promise<GeneratedFile[]> {
  const descriptions = await readDescriptions();
  const clients = Object.entries(await readMethods(descriptions));
  return [
    ...clients.flatMap(([client, methods]) => [
      { path: `${home}/${client}-operations.ts`, content: tableOf(client, methods) },
      { path: `${home}/${client}-resources.ts`, content: typesOf(client, methods) },
    ]),
    webhookEvents(descriptions.admin),
  ];
}
