import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { repository } from '../generated-file.ts';

/** `${NAME}`, `${NAME:-preset}` or `${NAME:?}`. */
const reference = /\$\{(?<name>\w+)(?::(?<operator>[-?])(?<preset>[^}]*))?\}/g;

const ComposeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      /** The image that it is built from, by the folder of its Dockerfile. */
      build: z
        .object({ dockerfile: z.string() })
        .transform(({ dockerfile }) => basename(dirname(dockerfile)))
        .optional(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      profiles: z.array(z.string()).default([]),
    }),
  ),
});
export type ComposeFile = z.output<typeof ComposeFile>;

/** A variable that the file refers to; without a preset compose refuses to start until it is set. */
export interface Reference {
  name: string;
  preset: string | null;
}

const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8');

/** Every reference to a variable in docker-compose.yml. */
export function composeReferences(): Reference[] {
  return [...text.matchAll(reference)].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    preset: groups['operator'] === '-' ? (groups['preset'] ?? '') : null,
  }));
}

/** Reads docker-compose.yml as compose does: anchors merged, then variables filled in. */
export function readCompose(variables: Readonly<Record<string, string | undefined>>): ComposeFile {
  const fill = (value: string): string =>
    value.replaceAll(
      reference,
      (_, name: string, _operator: unknown, preset: string | undefined) => variables[name] ?? preset ?? '',
    );
  const merged: unknown = parse(text, { merge: true });
  const filled: unknown = JSON.parse(JSON.stringify(merged), (_key, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  );
  return ComposeFile.parse(filled);
}
