import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, in descending order of time. `script/test` prints the times after a run. */
export const slowestFiles: readonly string[] = [
  'services/admin/test/route-attacks.test.ts',
  'services/admin/test/hostile-tables.test.ts',
  'services/admin/test/route-writes.test.ts',
  'services/admin/test/deliveries.test.ts',
  'services/resident/test/route-attacks.test.ts',
  'services/admin/test/fresh-logins.test.ts',
  'services/gateway/test/fair-shares.test.ts',
  'services/admin/test/import-crash.test.ts',
  'services/gateway/test/outlasted-losses.test.ts',
  'services/admin/test/query-plans.test.ts',
  'services/gateway/test/key-usage.test.ts',
  'libs/shared/test/events/consume.test.ts',
  'e2e/browser/page-table.test.ts',
  'e2e/journeys/calls-in-app.test.ts',
  'e2e/browser/served-pages.test.ts',
  'e2e/local-system/script-server.test.ts',
  'e2e/browser/console-walks.test.ts',
  'e2e/browser/join-states.test.ts',
  'e2e/alone/killed-processes.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowestFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank === -1 ? slowestFiles.length : rank;
};

/**
 * Starts the slowest files of each project first. A slow file that starts last keeps one worker busy while the others
 * wait. Vitest orders files by the times of earlier runs, and a fresh clone has none.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byTime = super.sort.bind(this);
    const sorted = await byTime(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => rankOf(a) - rankOf(b)),
    );
  }
}
