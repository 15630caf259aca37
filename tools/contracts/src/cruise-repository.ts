import { globSync } from 'node:fs';

import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';

import { boundaryRules } from './boundary-rules.ts';

/** An import that a rule forbids. */
interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** Result of checking all imports. */
export interface Survey {
  /** Number of own source files read. */
  readonly files: number;
  readonly violations: readonly Violation[];
}

const parts = ['apps', 'bench', 'clients', 'e2e', 'libs', 'sandbox', 'services', 'tools'];

/** Lists every own source file under a repository's root. */
export const sourceFiles = (root: string): string[] =>
  globSync(`{${parts.join(',')}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules'] });

/**
 * Checks every import under a repository's root, including types, by the boundary rules.
 *
 * @throws Error when a file is not read. Without a known compiler, dependency-cruiser silently skips TypeScript, and an
 *   empty survey must not pass.
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
