import '@pas/shared/models/apply-all-indexes';
import { control, core } from '@pas/platform/mongo/connections';
import { missingIndexes } from '@pas/platform/mongo/indexes';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { describe, expect, test } from 'vitest';
import { runPas, settingsFor } from './run-pas.ts';

const databases = await useDatabases(openOwnDatabases);

describe('pas indexes apply', () => {
  test('creates every collection and index in both databases, and may run again', async () => {
    await Promise.all([core.dropDatabase(), control.dropDatabase()]);
    const env = settingsFor(databases);
    expect(await runPas(['indexes', 'apply'], env)).toMatchObject({ code: 0 });
    expect(await missingIndexes(core)).toEqual([]);
    expect(await missingIndexes(control)).toEqual([]);
    expect(await runPas(['indexes', 'apply'], env)).toMatchObject({ code: 0 });
  });
});
