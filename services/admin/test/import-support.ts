import type { ImportField } from '@pas/shared/models/import-fields';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { waitUntil } from '@pas/testing/wait-until';
import type { z } from 'zod';
import type { ImportRowEntry } from '../src/resources/imports/import-row.schema.ts';
import type { Import } from '../src/resources/imports/import.schema.ts';

export type ImportAnswer = { import: z.output<typeof Import>; code: string; errors: { path: string }[] };

/** The columns of `roster`. */
export const rosterColumns: ImportField[] = ['unit', 'email', 'firstName', 'externalId'];

/** Builds a roster with a number of residents, two in each unit. */
export const roster = (name: string, size: number): string[][] =>
  Array.from({ length: size }, (_, at) => [
    `${1 + Math.floor(at / 2)}`,
    `${name}-${at}@example.test`,
    `Name ${at}`,
    `${name}-${at}`,
  ]);

const ends = ['COMMITTED', 'FAILED', 'CANCELED', 'REVERTED'];

/** Returns the import requests of a caller. */
export function importClient(admin: ServiceHarness, as: Principal) {
  const read = async (id: string) =>
    (await admin.call<ImportAnswer>('GET', `/api/admin/imports/${id}`, { as })).body.import;
  return {
    read,
    commit: (importId: string, fields: object = {}) =>
      admin.call<ImportAnswer>('POST', '/api/admin/imports/residents/commit', {
        as,
        body: { importId, ...fields },
      }),
    act: (id: string, action: 'cancel' | 'revert') =>
      admin.call<ImportAnswer>('POST', `/api/admin/imports/${id}/${action}`, { as }),
    rowsOf: async (id: string, verdict: string) => {
      const path = `/api/admin/imports/${id}/rows?verdict=${verdict}`;
      return (await admin.call<{ rows: z.output<typeof ImportRowEntry>[] }>('GET', path, { as })).body.rows;
    },
    /** Waits until no worker has work on an import, or for a given state. */
    ended: (id: string, status?: string) =>
      waitUntil(
        async () => {
          const found = await read(id);
          const isEnded = status === undefined ? ends.includes(found.status) : found.status === status;
          return isEnded ? found : null;
        },
        { what: 'the end of the import' },
      ),
  };
}
