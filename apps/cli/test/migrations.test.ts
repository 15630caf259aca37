import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { exampleEntries, exampleMigration, oldEntries } from '@pas/testing/example-migration';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { describe, expect, test } from 'vitest';
import { runPas, settingsFor } from './run-pas.ts';

const databases = await useDatabases(openOwnDatabases);

describe('pas migrations', () => {
  const { id } = exampleMigration();
  const env = settingsFor(databases);
  const pas = async (...args: string[]) => runPas(['migrations', ...args], env);

  const first = (lines: string): unknown => JSON.parse(lines.split('\n')[0] ?? '');

  test('apply runs pending migrations, and list prints migrations that ran and their findings', async () => {
    await MigrationModel.deleteMany({});
    const rows = oldEntries('ten_1', ['7', 'seven']);
    await exampleEntries().insertMany(rows);
    expect(first((await pas('list')).stdout)).toMatchObject({ id, state: 'PENDING' });
    const applied = await pas('apply');
    expect(applied.code).toBe(0);
    expect(applied.stderr).toContain(`Run pas migrations list --findings ${id}.`);
    expect(first((await pas('list')).stdout)).toMatchObject({
      id,
      state: 'DONE',
      examined: 2,
      changed: 2,
      findings: 1,
    });
    const findings = await pas('list', '--findings', id);
    expect(JSON.parse(findings.stdout)).toMatchObject({ tenantId: 'ten_1', rowId: rows[1]?._id });
  });
});
