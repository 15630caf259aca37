import openapiTS, { astToString } from 'openapi-typescript';

const comment = /^ *\/\*\*[\s\S]*?\*\/\n/gm;
const absent = /^ *\w+\?: never;\n/gm;

/** Writes the TypeScript types of an OpenAPI description (YAML), without its prose. */
export async function describeTypes(description: string): Promise<string> {
  const text = astToString(await openapiTS(description));
  return text.replaceAll(comment, '').replaceAll(absent, '');
}
