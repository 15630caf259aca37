import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repository } from '../generated-file.ts';

/** One line of a Dockerfile, continuations joined. */
export interface Instruction {
  keyword: string;
  text: string;
}

/** One `FROM … AS name` and what follows. */
interface Stage {
  /** The stage or image that it builds on. */
  base: string;
  instructions: Instruction[];
}

/** The Dockerfile of one image. */
export interface Dockerfile {
  /** The image's name: that of the folder. */
  name: string;
  /** From the repository's root, such as `services/admin/Dockerfile`. */
  path: string;
  /** By name; the last stage, which is the image, has none. */
  stages: ReadonlyMap<string, Stage>;
}

/** The stage that has no name is the image. */
const image = '';

function instructionsOf(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { keyword, text: rest };
    });
}

function readDockerfile(path: string): Dockerfile {
  const stages = new Map<string, Stage>();
  let current: Instruction[] = [];
  for (const instruction of instructionsOf(readFileSync(join(repository, path), 'utf8'))) {
    if (instruction.keyword !== 'FROM') {
      current.push(instruction);
      continue;
    }
    const [, base = '', name = image] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.text) ?? [];
    current = [];
    stages.set(name, { base, instructions: current });
  }
  return { name: basename(dirname(path)), path, stages };
}

/** Reads the Dockerfile of every service, of the operator's command and of the sandbox. */
export function readDockerfiles(): Dockerfile[] {
  const paths = globSync('{services/*,apps/*,sandbox}/Dockerfile', { cwd: repository });
  return paths.toSorted().map(readDockerfile);
}

/** The instructions that make a stage, by default the image, those of the stages below it first. */
export function recipeOf(dockerfile: Dockerfile, name = image): Instruction[] {
  const stage = dockerfile.stages.get(name);
  if (!stage) return [];
  return [...recipeOf(dockerfile, stage.base), ...stage.instructions];
}

/** What the image says by a keyword that it may say once, such as `USER`; the last one counts. */
export function settingOf(dockerfile: Dockerfile, keyword: string): string | undefined {
  return recipeOf(dockerfile).findLast((instruction) => instruction.keyword === keyword)?.text;
}

/** A command in exec form, as its words; none where the image has no such command or gives it to a shell. */
export function commandOf(dockerfile: Dockerfile, keyword: 'CMD' | 'ENTRYPOINT' | 'HEALTHCHECK'): string[] {
  const [words] = /\[.*\]$/.exec(settingOf(dockerfile, keyword) ?? '') ?? ['[]'];
  return JSON.parse(words) as string[];
}

/** The environment that an image sets. */
export function environmentOf(dockerfile: Dockerfile): Record<string, string> {
  const settings = recipeOf(dockerfile).filter(({ keyword }) => keyword === 'ENV');
  const pairs = settings.flatMap(({ text }) => [...text.matchAll(/(\w+)=(\S+)/g)]);
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value]));
}
