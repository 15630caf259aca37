import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { newId } from '@pas/shared/ids/id';
import { UnitModel } from '@pas/shared/models/unit';
import { unitRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { describe, expect, test } from 'vitest';
import { runPas } from './run-pas.ts';

const databases = await useDatabases(openOwnDatabases);

describe('pas migrations', () => {
  const id = '0001-unit-label-keys';
  const env = { ENVIRONMENT: 'DEV', MONGO_URL: databases.coreUrl, CONTROL_MONGO_URL: databases.controlUrl };
  const pas = async (...args: string[]) => runPas(['migrations', ...args], env);

  const first = (lines: string): unknown => JSON.parse(lines.split('\n')[0] ?? '');

  test('apply runs pending migrations, and list prints migrations that ran and their findings', async () => {
    await MigrationModel.deleteMany({});
    const rows = ['7-7', '7.7'].map((label) => ({ label, labelKey: label === '7.7' ? '77' : '7-7' }));
    const propertyId = newId('property');
    const [older, younger] = rows.map((row, index) =>
      unitRow('ten_1', { ...row, propertyId, createdAt: new Date(index) }),
    );
    await UnitModel.insertMany([older, younger]);
    expect(first((await pas('list')).stdout)).toMatchObject({ id, state: 'PENDING' });
    const applied = await pas('apply');
    expect(applied.code).toBe(0);
    expect(applied.stderr).toContain(`Run pas migrations list --findings ${id}.`);
    expect(first((await pas('list')).stdout)).toMatchObject({
      id,
      state: 'DONE',
      examined: 2,
      changed: 1,
      findings: 1,
    });
    const findings = await pas('list', '--findings', id);
    expect(JSON.parse(findings.stdout)).toMatchObject({ tenantId: 'ten_1', rowId: younger?._id });
  });
});
