import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { DrillResult, Figure } from '@pas/tools/reliability/reliability-page';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';

/** A measured figure of a promise and its greatest allowed value. */
interface Measurement {
  /** Such as `F1`. */
  promise: string;
  figure: string;
  atMost: number;
  found: number;
  /** Such as `ms`. Default: a count. */
  unit?: string;
}

/** Figures of a drill, for `docs/reliability.md`. */
export interface Figures {
  add(...measurements: readonly Measurement[]): void;
  /** Prints the figures, and writes them to `e2e/results` with `KEEP_FIGURES=1`. */
  save(): void;
}

const load = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

const judge = ({ atMost, unit = '', ...measured }: Measurement): Figure => ({
  ...measured,
  goal: `≤ ${atMost} ${unit}`.trim(),
  unit,
  verdict: measured.found <= atMost ? 'met' : 'missed',
});

/** Collects the figures of a drill. */
export function collectFigures(drill: string): Figures {
  const figures: Figure[] = [];
  const before = load();
  return {
    add: (...measurements) => void figures.push(...measurements.map(judge)),
    save() {
      for (const { promise, figure, found, unit, goal, verdict } of figures)
        console.log(`${promise} ${figure}: ${found} ${unit} (${goal}, ${verdict})`);
      if (process.env['KEEP_FIGURES'] !== '1' || figures.length === 0) return;
      const result: DrillResult = {
        measuredAt: new Date().toISOString(),
        machine: { node: process.version, processors: availableParallelism() },
        loadAverage: { before, after: load() },
        figures,
      };
      const folder = join(repositoryDir, 'e2e/results');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${drill}.json`), `${JSON.stringify(result, null, 2)}\n`);
    },
  };
}
