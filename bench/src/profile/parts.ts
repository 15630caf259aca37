/** Packages by the part of a process to which a profile counts them. A prefix ends with a slash. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'MongoDB driver': ['mongodb', 'bson', '@mongodb-js/'],
  Mongoose: ['mongoose', 'mquery', 'kareem', 'mpath', 'sift'],
  Express: ['express', 'router', 'body-parser', 'raw-body', 'qs', 'send', 'path-to-regexp', 'on-finished'],
  Zod: ['zod'],
  'log and metrics': ['pino', 'sonic-boom', 'thread-stream', 'prom-client'],
  tracing: ['@opentelemetry/'],
};

/** Parts of a process, in the order of the tables. */
export const parts = [
  'own code',
  ...Object.keys(packages),
  'other packages',
  'Node',
  'native code',
  'garbage collection',
] as const;

/** Files that start and end spans. */
const spans = /\/libs\/platform\/src\/(?:trace\/(?:spans|otlp-recorder)|http\/trace-request)\.ts$/;

const isOf = (name: string, listed: string): boolean =>
  listed.endsWith('/') ? name.startsWith(listed) : name === listed;

/** Returns the part of a package by its name. */
function partOfPackage(name: string): string {
  const found = Object.entries(packages).find(([, listed]) => listed.some((one) => isOf(name, one)));
  return found?.[0] ?? 'other packages';
}

/** Position of a function in a profile of V8. */
export interface CallFrame {
  functionName: string;
  /** `file:` or `node:` URL; empty for functions of V8. */
  url: string;
}

/**
 * Returns the part to which a profile counts the time in a function, without the functions that it calls. Null for the
 * time without work.
 */
export function partOf({ functionName, url }: CallFrame): string | null {
  if (functionName === '(idle)') return null;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url === '') return 'native code';
  if (url.startsWith('node:')) return 'Node';
  const inPackage = url.split('/node_modules/').at(-1);
  if (inPackage === undefined || inPackage === url) return spans.test(url) ? 'tracing' : 'own code';
  const [scope = '', name = ''] = inPackage.split('/');
  return partOfPackage(scope.startsWith('@') ? `${scope}/${name}` : scope);
}

const ownFile = /\/(?:services|libs)\/([\w-]+)\/src\/([\w-]+)/;

/** Returns the folder of an own function below its package, such as `gateway/auth`; undefined for other code. */
export function ownFolderOf({ url }: CallFrame): string | undefined {
  const [, owner, folder] = url.includes('/node_modules/') ? [] : (ownFile.exec(url) ?? []);
  return owner === undefined ? undefined : `${owner}/${folder}`;
}
