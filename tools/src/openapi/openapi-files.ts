import { describeRoutes } from './describe-routes.ts';
import { stringify } from 'yaml';
import { apiDescriptions } from './api-descriptions.ts';
import type { GeneratedFile } from '../generated-file.ts';

const header = '# Generated from the routes by `pnpm run generate`. Change those, never this file.\n';

/** Generates an OpenAPI document for each service with public routes. */
export function openApiFiles(): GeneratedFile[] {
  return Object.entries(apiDescriptions).map(([name, api]) => ({
    path: `docs/openapi/${name}.yaml`,
    content: header + stringify(describeRoutes(api), { lineWidth: 110, aliasDuplicateObjects: false }),
  }));
}
