import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { call, type HttpCall } from '../client/http-call.ts';

/** The APIs with reads that a caller's token opens. */
export type Api = 'admin' | 'resident' | 'core-mobile';

interface Operation {
  'x-required-scope'?: string;
  'x-also-required-scopes'?: readonly string[];
  responses: Record<string, { content?: Record<string, object> }>;
}

/** Part of an OpenAPI description. */
interface Description {
  paths: Record<string, { get?: Operation }>;
}

/** A check of the reads of an API. */
interface ReadCheck {
  /** The checkout whose description applies. */
  checkout: string;
  api: Api;
  gatewayUrl: string;
  caller: Pick<HttpCall, 'bearer' | 'headers'>;
}

/** Whether a read needs another caller: the platform's staff, a panel, a link or nobody. */
const hasOtherCaller = (path: string, read: Operation): boolean =>
  [read['x-required-scope'], ...(read['x-also-required-scopes'] ?? [])].includes('platform') ||
  /\/auth\/|\/access\/directory|\/join|\/reset|\/pass\//.test(path);

/** Whether an operation answers JSON alone. */
const answersJson = ({ responses }: Operation): boolean =>
  Object.keys(responses['200']?.content ?? {}).join() === 'application/json';

/** Returns the read paths of an API, lists before the rows that they name. */
function listPaths({ paths }: Description): string[] {
  const read = Object.entries(paths).filter(
    ([path, { get }]) => get && answersJson(get) && !hasOtherCaller(path, get),
  );
  return read.map(([path]) => path).toSorted((a, b) => a.split('/').length - b.split('/').length);
}

/** Returns the id of the first row of a list's answer; undefined without a row. */
function firstId(body: object): string | undefined {
  const rows = Object.values(body).find((value): value is { id?: string }[] => Array.isArray(value));
  return rows?.[0]?.id;
}

const pointerOf = (path: string): string =>
  `api#/paths/${encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/get/responses/200/content/application~1json/schema`;

/**
 * Calls each read of an API whose rows exist, and compares its answer with the description of the API.
 *
 * @returns the number of reads, and one line for each answer that is not as described
 */
export async function checkReads({ checkout, api, gatewayUrl, caller }: ReadCheck) {
  const file = join(checkout, 'docs/openapi', `${api}.yaml`);
  const description = parse(readFileSync(file, 'utf8')) as Description;
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(description, 'api');
  const ids = new Map<string, string>();
  const faults: string[] = [];
  let reads = 0;
  for (const path of listPaths(description)) {
    const [list = '', rest] = path.split('/{');
    const id = ids.get(list);
    if (rest !== undefined && id === undefined) continue;
    const { status, body, text } = await call<object>(
      gatewayUrl + path.replace(/\{[^}]+\}/, id ?? ''),
      caller,
    );
    reads += 1;
    if (status !== 200) faults.push(`${path}: ${status} ${text}`);
    else if (!ajv.validate({ $ref: pointerOf(path) }, body)) faults.push(`${path}: ${ajv.errorsText()}`);
    const named = status === 200 && rest === undefined ? firstId(body) : undefined;
    if (named !== undefined) ids.set(path, named);
  }
  return { reads, faults };
}
