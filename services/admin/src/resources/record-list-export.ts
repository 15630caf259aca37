import type { ExportedList } from '@pas/platform/http/answer-table';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';

/** Parameters that are not filters. A table has all rows, in any order. */
const unrecorded = ['limit', 'offset', 'sort'];

/** Filters with a value that identifies a person. Only their names are recorded, so that an erasure misses nothing. */
const personal: ReadonlySet<string> = new Set([
  'q',
  'email',
  'phone',
  'fromNumber',
  'toNumber',
  'externalId',
]);

/** Records the export of a list as a table, with its filters. */
export async function recordListExport(ctx: OperationContext, { route, query }: ExportedList): Promise<void> {
  const filters = Object.entries(query).filter(
    ([name, value]) => !unrecorded.includes(name) && value !== undefined,
  );
  const shown = filters.map(([name, value]) => [name, personal.has(name) ? 'not recorded' : value]);
  const asked = { format: 'csv', ...(Object.fromEntries(shown) as Record<string, unknown>) };
  await commit(ctx, async (change) => {
    change.record({
      action: 'list.exported',
      targets: [{ type: 'list', id: route.path.split('/').at(-1) ?? null }],
      changes: fieldChanges(null, asked, { fields: Object.keys(asked) }),
    });
  });
}
