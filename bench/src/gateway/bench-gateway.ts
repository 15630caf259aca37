import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import type { Load } from '../measure/send-load.ts';
import { compare, selfRatio } from './compare.ts';
import { measureRounds, summarizeCost, type Cost } from './measure-rounds.ts';
import { startSubjects } from './start-subjects.ts';
import { subjectNames, type SubjectName } from './subject.ts';

export interface BenchGateway {
  mongoUrl: string;
  rounds: number;
  /** Of each proxy in each round. */
  requests: number;
  /** Where a profile of the gateway goes; null for none, since profiling costs what it measures. */
  profileDir: string | null;
}

/** What a run has found. */
export interface GatewayFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  load: { rounds: number; requests: number; connections: number };
  /** Medians; null for a proxy that isn't installed. */
  costs: Record<SubjectName, Cost | null>;
  /** The bare Express proxy against itself. */
  selfRatio: number;
  comparisons: Comparison[];
}

const connections = 64;

/** Starts the gateway and its peers before one upstream, and measures what a request costs each of them. */
export async function benchGateway({
  rounds: count,
  requests,
  ...options
}: BenchGateway): Promise<GatewayFigures> {
  const before = loadAverage();
  const dir = mkdtempSync(join(tmpdir(), 'property-access-bench-'));
  try {
    const subjects = await startSubjects({ dir, ...options });
    try {
      const { headers } = subjects.gateway;
      const load: Load = { path: '/api/admin/units?limit=5', headers, connections, requests };
      const rounds = await measureRounds(subjects, load, count);
      const costs = subjectNames.map((name) => [name, summarizeCost(rounds, name)]);
      return {
        measuredAt: new Date().toISOString(),
        machine: describeMachine(),
        loadAverage: { before, after: loadAverage() },
        load: { rounds: count, requests, connections },
        costs: Object.fromEntries(costs) as GatewayFigures['costs'],
        selfRatio: selfRatio(rounds),
        comparisons: compare(rounds),
      };
    } finally {
      await subjects.stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
