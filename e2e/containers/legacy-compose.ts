import { parse } from 'yaml';

/** The parts of a compose file that differ between both versions. */
interface ComposeFile {
  name?: string;
  services: Record<string, { build?: unknown }>;
}

/**
 * Rewrites docker-compose.yml for docker-compose 1.29: no name of the project, no merged lists, no extensions, no
 * builds. `build-images` has built the images.
 *
 * @returns a compose file in JSON, which is YAML too. References to variables stay.
 */
export function toLegacyCompose(text: string): string {
  const { name: _name, services, ...rest } = parse(text, { merge: true }) as ComposeFile;
  const kept: [string, unknown][] = Object.entries(rest).filter(([key]) => !key.startsWith('x-'));
  const rewritten = Object.entries(services).map(
    ([name, { build: _build, ...service }]): [string, unknown] => [name, service],
  );
  return JSON.stringify({ ...Object.fromEntries(kept), services: Object.fromEntries(rewritten) }, null, 2);
}
