import { ApiProblem } from '../../api/problem.ts';

/** Most ids in one request. */
const mostIds = 200;

type PendingRows<Row> = Map<string, PromiseWithResolvers<Row>>;

const gone = (id: string): ApiProblem =>
  new ApiProblem('This no longer exists.', {
    status: 404,
    code: 'not_found',
    correlationId: null,
    fields: { id },
  });

/**
 * Creates a loader of single rows that batches all rows wanted at the same moment into one request. A page
 * with 25 names of buildings sends one request.
 *
 * @returns a loader that rejects with the problem of the request, and with a 404 for a missing row
 */
export function loadTogether<Row extends { id: string }>(
  loadMany: (ids: string) => Promise<readonly Row[]>,
): (id: string) => Promise<Row> {
  let next: PendingRows<Row> = new Map();

  async function ask(wanted: PendingRows<Row>): Promise<void> {
    try {
      const rows = await loadMany([...wanted.keys()].join(','));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const [id, { resolve, reject }] of wanted) {
        const row = byId.get(id);
        if (row) resolve(row);
        else reject(gone(id));
      }
    } catch (fault) {
      for (const { reject } of wanted.values()) reject(fault);
    }
  }

  return (id) => {
    if (next.size === 0 || next.size === mostIds) {
      const wanted: PendingRows<Row> = new Map();
      next = wanted;
      setTimeout(() => {
        if (next === wanted) next = new Map();
        void ask(wanted);
      });
    }
    const waiting = next.get(id) ?? Promise.withResolvers<Row>();
    next.set(id, waiting);
    return waiting.promise;
  };
}
