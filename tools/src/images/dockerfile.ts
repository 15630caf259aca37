import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../generated-file.ts';

/** One line of a Dockerfile, continuations joined. */
interface Instruction {
  keyword: string;
  text: string;
}

/** One `FROM … AS name` and what follows. */
export interface Stage {
  name: string;
  /** The stage or image that it builds on. */
  base: string;
  instructions: readonly Instruction[];
}

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

/** Reads the repository's Dockerfile into its stages. */
export function readStages(): ReadonlyMap<string, Stage> {
  const stages = new Map<string, Stage & { instructions: Instruction[] }>();
  let current: Instruction[] = [];
  for (const instruction of instructionsOf(readFileSync(join(repository, 'Dockerfile'), 'utf8'))) {
    const [, base, name] = /^(\S+) AS (\S+)$/.exec(instruction.text) ?? [];
    if (instruction.keyword !== 'FROM' || base === undefined || name === undefined) {
      current.push(instruction);
      continue;
    }
    current = [];
    stages.set(name, { name, base, instructions: current });
  }
  return stages;
}

/** The instructions that make a stage, those of the stages below it first. */
export function recipeOf(stages: ReadonlyMap<string, Stage>, name: string): Instruction[] {
  const stage = stages.get(name);
  if (!stage) return [];
  return [...recipeOf(stages, stage.base), ...stage.instructions];
}

/** The environment that an image sets. */
export function environmentOf(stages: ReadonlyMap<string, Stage>, name: string): Record<string, string> {
  const settings = recipeOf(stages, name).filter(({ keyword }) => keyword === 'ENV');
  const pairs = settings.flatMap(({ text }) => [...text.matchAll(/(\w+)=(\S+)/g)]);
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value]));
}
