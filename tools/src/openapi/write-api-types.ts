import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentFiles } from '../clients/agent-operations.ts';
import { clientDescriptions } from '../clients/read-methods.ts';
import { typescriptFiles } from '../clients/typescript-files.ts';
import { repository, writeFiles } from '../generated-file.ts';
import { apiTypeFiles } from './api-type-files.ts';

// Writes the types with which `apps/web` calls the APIs, and the generated part of the TypeScript client. Writes the
// operations of the MCP server too. They are not committed: `script/bootstrap` generates them.

const readDescription = async (name: string) => {
  const path = `docs/openapi/${name}.yaml`;
  return { path, content: await readFile(join(repository, path), 'utf8') };
};

const descriptions = await Promise.all(clientDescriptions.map(readDescription));
const files = [...(await apiTypeFiles(descriptions)), ...(await typescriptFiles()), ...(await agentFiles())];
for (const path of await writeFiles(files)) console.log(`${path} is written`);
