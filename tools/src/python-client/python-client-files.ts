import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository, type GeneratedFile } from '../generated-file.ts';
import { readDescription, type Description } from './description.ts';
import { ModelWriter } from './model-writer.ts';
import { shapeOperation, writeConstants, type OperationShape } from './operation-shape.ts';
import { moduleHead, writeImports } from './python-modules.ts';
import { toPascal } from './python-names.ts';
import { buildTree, writeResources } from './resource-writer.ts';

/** The names of the methods of both clients, and the requests without a key that are safe to repeat. */
export interface MethodTable {
  /** By client, description and operation: `units.ensure`. */
  clients: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  repeatable: Readonly<Record<string, readonly string[]>>;
}

/** The descriptions and the modules of their models. */
const modules = { admin: 'admin', resident: 'resident', 'core-mobile': 'mobile' } as const;
type DescriptionName = keyof typeof modules;

/** Types that no operation names. */
const furtherComponents: Readonly<Record<DescriptionName, readonly string[]>> = {
  admin: ['ErrorCode', 'FieldErrorCode', 'EventType', 'Scope'],
  resident: ['ErrorCode', 'FieldErrorCode'],
  'core-mobile': ['ErrorCode', 'FieldErrorCode'],
};

const home = 'clients/python/src/pas_client';

/** Reads the table of methods, which the TypeScript client shares. */
export async function readMethodTable(): Promise<MethodTable> {
  return JSON.parse(await readFile(join(repository, 'clients/methods.json'), 'utf8')) as MethodTable;
}

function writeOperations(
  shapes: readonly OperationShape[],
  { module, names, repeatable }: { module: string; names: readonly string[]; repeatable: readonly string[] },
): string {
  const constants = shapes.map((shape) =>
    writeConstants(shape, repeatable.includes(shape.operation.operationId)),
  );
  const body = `${constants.join('\n')}\nOPERATIONS = [\n${shapes.map(({ constant }) => `    ${constant},\n`).join('')}]\n`;
  const imports = writeImports(body, {
    'collections.abc': ['Mapping', 'Sequence'],
    datetime: ['datetime'],
    typing: ['Any', 'Literal'],
    '.._models': ['Tombstone'],
    '.._operation': ['Kind', 'Operation'],
    [`..models.${module}`]: names,
  });
  return `${moduleHead}${imports}\n${body}`;
}

/** Generates the modules of one description: its models, its operations and the resources of each client. */
function filesOf(name: DescriptionName, description: Description, table: MethodTable): GeneratedFile[] {
  const module = modules[name];
  const models = new ModelWriter(description);
  const shapes = description.operations.map((operation) => shapeOperation(operation, models, module));
  for (const component of furtherComponents[name]) models.addComponent(component);
  if (Object.keys(description.events).length > 0) models.addUnion('WebhookEvent', description.events);
  const names = models.names();
  const operations = `${module}_operations`;
  const repeatable = table.repeatable[name] ?? [];
  const clients = Object.entries(table.clients).filter(([, descriptions]) => descriptions[name]);
  const resources = clients.flatMap(([client, descriptions]) => {
    const tree = buildTree(descriptions[name] ?? {}, shapes);
    const own = client === 'resident' ? module : client;
    const options = { name: toPascal(own), operations, models: module, modelNames: names };
    return [false, true].map((isAsync) => ({
      path: `${home}/_resources/${isAsync ? 'async_' : ''}${own}.py`,
      content: writeResources(tree, options, isAsync),
    }));
  });
  return [
    { path: `${home}/models/${module}.py`, content: models.write() },
    {
      path: `${home}/_resources/${operations}.py`,
      content: writeOperations(shapes, { module, names, repeatable }),
    },
    ...resources,
  ];
}

const packageFile = (folder: string, doc: string): GeneratedFile => ({
  path: `${home}/${folder}/__init__.py`,
  content: `"""${doc}"""\n`,
});

/** Generates the modules of the Python client. They are not committed. */
export async function pythonClientFiles(): Promise<GeneratedFile[]> {
  const table = await readMethodTable();
  const names = Object.keys(modules) as DescriptionName[];
  const files = names.map(async (name) => filesOf(name, await readDescription(name), table));
  return [
    packageFile('models', 'Models of the APIs.'),
    packageFile('_resources', 'Operations of the APIs.'),
    ...(await Promise.all(files)).flat(),
  ];
}
