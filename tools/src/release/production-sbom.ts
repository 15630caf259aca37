import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repository } from '../generated-file.ts';

/** A component of a CycloneDX document. */
export interface Component {
  group?: string;
  name: string;
  version: string;
  licenses?: readonly { expression?: string; license?: { id?: string; name?: string } }[];
  externalReferences?: readonly { type: string; url: string }[];
}

/** The programs of a deployment, with the pages that the gateway serves. */
const programs = ['gateway', 'admin', 'resident', 'core-mobile', 'webhooks', 'cli', 'web'];

/** Writes the bill of materials of the production dependencies as CycloneDX 1.6 JSON. It needs installed packages. */
export async function writeProductionSbom(): Promise<string> {
  const filters = programs.flatMap((name) => ['--filter', `@pas/${name}`]);
  const options = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const { stdout } = await promisify(execFile)('pnpm', [...filters, 'sbom', ...options, '--prod'], {
    cwd: repository,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Lists the components of a CycloneDX document. */
export const componentsOf = (sbom: string): readonly Component[] =>
  (JSON.parse(sbom) as { components?: readonly Component[] }).components ?? [];
