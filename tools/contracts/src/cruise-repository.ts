import { globSync } from 'node:fs';

import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';

import { boundaryRules } from './boundary-rules.ts';

/** One import that a rule forbids. */
interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** What a look at all imports has found. */
export interface Survey {
  /** Own source files read. */
  readonly files: number;
  readonly violations: readonly Violation[];
}

const parts = ['apps', 'bench', 'e2e', 'libs', 'sandbox', 'services', 'tools'];

/** Every own source file under a repository's root. */
export const sourceFiles = (root: string): string[] =>
  globSync(`{${parts.join(',')}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules'] });

/**
 * Reads every import under a repository's root, types included, and judges it by the boundary rules.
 *
 * @throws Error when it does not read each file: dependency-cruiser passes over TypeScript in silence where it finds no
 * compiler that it knows, and a survey that saw nothing must not look clean
 */
export async function cruiseRepository(root: string): Promise<Survey> {
  const sources = sourceFiles(root);
  const { output } = await cruise(
    sources,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [...boundaryRules] },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  );
  const { modules, summary } = output as ICruiseResult;
  const files = modules.filter(
    ({ source }) => /\.tsx?$/.test(source) && !source.includes('node_modules'),
  ).length;
  if (files === 0 || files < sources.length)
    throw new Error(`${files} of ${sources.length} source files were read under ${root}`);
  const violations = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { files, violations };
}
