import { writeChanges, writeFileMethod, writeFollow, writeIterate, writeMethod } from './method-writer.ts';
import type { OperationShape } from './operation-shape.ts';
import { moduleHead, writeImports } from './python-modules.ts';
import { docstring, toPascal, toSnake } from './python-names.ts';

/** A resource of a client: its methods, and the resources below it. */
export interface ResourceNode {
  methods: Map<string, OperationShape>;
  children: Map<string, ResourceNode>;
}

/** The names of a module of resources and of the modules that it needs. */
export interface ResourceModule {
  /** The beginning of the class that has all resources: `Admin`. */
  name: string;
  /** The module of its operations. */
  operations: string;
  /** The module of its models. */
  models: string;
  modelNames: readonly string[];
}

const emptyNode = (): ResourceNode => ({ methods: new Map(), children: new Map() });

/** Arranges operations as the table of methods names them: `onboarding.invites.dispatch`. */
export function buildTree(
  methods: Readonly<Record<string, string>>,
  shapes: readonly OperationShape[],
): ResourceNode {
  const root = emptyNode();
  for (const shape of shapes) {
    const segments = methods[shape.operation.operationId]?.split('.') ?? [];
    const method = segments.pop();
    if (method === undefined || segments.length === 0) continue;
    let node = root;
    for (const part of segments) {
      const child = node.children.get(part) ?? emptyNode();
      node.children.set(part, child);
      node = child;
    }
    node.methods.set(toSnake(method), shape);
  }
  return root;
}

function methodsOf(name: string, shape: OperationShape, isAsync: boolean): string[] {
  const style = { isAsync };
  return [
    shape.isFileAlone ? writeFileMethod(name, shape, style) : writeMethod(name, shape, style),
    ...(shape.files.length > 0 && !shape.isFileAlone ? [writeFileMethod(`${name}_file`, shape, style)] : []),
    ...(shape.form === 'page' ? [writeIterate(shape, style)] : []),
    ...(shape.hasChanges ? [writeChanges(shape, style)] : []),
    ...(shape.operation.operationId === 'listEvents' ? [writeFollow(shape, style)] : []),
  ];
}

/** Writes a resource after the resources below it. */
function writeNode(node: ResourceNode, path: readonly string[], isAsync: boolean): string[] {
  const prefix = isAsync ? 'Async' : '';
  const className = (names: readonly string[]): string => `${prefix}${toPascal(...names)}Resource`;
  const below = [...node.children].flatMap(([name, child]) => writeNode(child, [...path, name], isAsync));
  const fields = [...node.children.keys()].map(
    (name) => `        self.${toSnake(name)} = ${className([...path, name])}(transport)\n`,
  );
  const constructor =
    fields.length === 0
      ? ''
      : `    def __init__(self, transport: ${prefix}Transport) -> None:\n        super().__init__(transport)\n${fields.join('')}\n`;
  // A method named \`list\` hides the type, so it comes last.
  const methods = [...node.methods].flatMap(([name, shape]) => methodsOf(name, shape, isAsync));
  const doc = docstring(`Operations of \`${path.map(toSnake).join('.')}\`.`, '    ');
  return [
    ...below,
    `class ${className(path)}(${prefix}Resource):\n${doc}\n${constructor}${methods.join('\n')}`,
  ];
}

/** Writes the resources of a client. */
export function writeResources(
  root: ResourceNode,
  { name, operations, models, modelNames }: ResourceModule,
  isAsync: boolean,
): string {
  const prefix = isAsync ? 'Async' : '';
  const classes = [...root.children].flatMap(([child, node]) => writeNode(node, [child], isAsync));
  const fields = [...root.children.keys()].map(
    (child) => `        self.${toSnake(child)} = ${prefix}${toPascal(child)}Resource(transport)\n`,
  );
  const body = `${classes.join('\n\n')}\n\nclass ${prefix}${name}Resources:\n    """All resources of this API."""\n\n    def __init__(self, transport: ${prefix}Transport) -> None:\n${fields.join('')}`;
  const imports = writeImports(body, {
    'collections.abc': ['AsyncIterator', 'Iterator', 'Mapping', 'Sequence'],
    datetime: ['datetime'],
    typing: ['Any', 'Literal', 'overload'],
    typing_extensions: ['Unpack'],
    '.._answers': ['Page', 'Redirect'],
    '.._models': ['Omit', 'omit'],
    '.._operation': [
      'Arguments',
      'CallOptions',
      'CallOptionsBesideCorrelation',
      'CallOptionsBesideReason',
      'as_is',
    ],
    '.._resource': ['AsyncResource', 'OnGap', 'Resource'],
    '.._transport': ['AsyncTransport', 'Transport'],
    '.._walks': ['Deleted', 'Updated'],
    [`..models.${models}`]: modelNames,
  });
  const modules = ['builtins', 'httpx'].filter((module) => body.includes(`${module}.`));
  return `${moduleHead}${modules.map((module) => `import ${module}\n`).join('')}${imports}from . import ${operations} as ops\n\n\n${body}`;
}
