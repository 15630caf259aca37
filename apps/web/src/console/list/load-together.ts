import { ApiProblem } from '../../api/problem.ts';

/** As many ids as one request may name. */
const mostIds = 200;

type Waiting<Row> = Map<string, PromiseWithResolvers<Row>>;

const gone = (id: string): ApiProblem =>
  new ApiProblem('This does not exist any more.', {
    status: 404,
    code: 'not_found',
    correlationId: null,
    fields: { id },
  });

/**
 * Makes a loader of single rows that asks for all rows wanted at the same moment in one request: a page shows the names
 * of 25 buildings, and asks once for them.
 *
 * @returns a loader that rejects with the problem of the request, and with a 404 for a row that is not there
 */
export function loadTogether<Row extends { id: string }>(
  loadMany: (ids: string) => Promise<readonly Row[]>,
): (id: string) => Promise<Row> {
  let next: Waiting<Row> = new Map();

  async function ask(wanted: Waiting<Row>): Promise<void> {
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
      const wanted: Waiting<Row> = new Map();
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
