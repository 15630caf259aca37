import openapiTS, { astToString } from 'openapi-typescript';

const comment = /^ *\/\*\*[\s\S]*?\*\/\n/gm;
const absent = /^ *\w+\?: never;\n/gm;

/** Writes the TypeScript types of an OpenAPI description (YAML). */
export async function describeTypes(description: string): Promise<string> {
  return astToString(await openapiTS(description));
}

/** Removes comments and absent members from types. */
export const withoutProse = (types: string): string => types.replaceAll(comment, '').replaceAll(absent, '');
