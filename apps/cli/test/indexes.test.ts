import '@pas/shared/models/apply-all-indexes';
import { control, core } from '@pas/platform/mongo/connections';
import { missingIndexes } from '@pas/platform/mongo/indexes';
import { openOwnDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPas } from './run-pas.ts';

describe('pas indexes apply', () => {
  let databases: TestDatabases;

  beforeAll(async () => {
    databases = await openOwnDatabases();
  });
  afterAll(() => databases.stop());

  test('creates every collection and index in both databases, and may run again', async () => {
    await Promise.all([core.dropDatabase(), control.dropDatabase()]);
    const env = {
      ENVIRONMENT: 'DEV',
      MONGO_URL: databases.coreUrl,
      CONTROL_MONGO_URL: databases.controlUrl,
    };
    expect(await runPas(['indexes', 'apply'], env)).toMatchObject({ code: 0 });
    expect(await missingIndexes(core)).toEqual([]);
    expect(await missingIndexes(control)).toEqual([]);
    expect(await runPas(['indexes', 'apply'], env)).toMatchObject({ code: 0 });
  });
});
