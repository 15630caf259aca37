import { takeTurns } from '../concurrency/take-turns.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { Route } from './define-route.ts';
import { streamed, type JsonReply, type StreamReply } from './reply.ts';
import { cellsOf, columnsOf, headerOf, toCsv } from './table-columns.ts';
import type { WholeList } from './whole-list.ts';

type RunInput = Parameters<Route['run']>[0];

/** A list that a caller exports as a table. */
export interface ExportedList {
  route: Route;
  /** The parsed query, with its filters. */
  query: Readonly<Record<string, unknown>>;
}

/** Recorder of exports. */
export interface ExportRecorder {
  /** Records the export of a list as a table, before its first byte is sent. */
  recordExport?(ctx: OperationContext, exported: ExportedList): Promise<void>;
}

interface TableAnswer {
  route: Route;
  run: RunInput;
  recorder: ExportRecorder;
}

/** Reads the next rows as the list shows them. The schema of the list removes undeclared fields. */
async function readRows({ route, run }: TableAnswer, whole: WholeList): Promise<unknown[]> {
  const reply = (await route.run({ ...run, query: { ...run.query, whole } })) as JsonReply<unknown>;
  const body = route.response?.parse(reply.body) as Record<string, unknown>;
  const rows: unknown[] | undefined = Object.values(body).find((value) => Array.isArray(value));
  return rows ?? [];
}

async function* writeTable(answer: TableAnswer): AsyncGenerator<string> {
  const { route, run, recorder } = answer;
  const { table } = route;
  if (!table) return;
  const hasDeleted = run.query['includeDeleted'] === true;
  const columns = [...columnsOf(table), ...(hasDeleted ? [{ path: ['deletedAt'] }] : [])];
  const whole: WholeList = { source: null };
  const turn = takeTurns();
  try {
    let rows = await readRows(answer, whole);
    await recorder.recordExport?.(run.ctx, { route, query: run.query });
    yield toCsv([headerOf(columns)]);
    while (rows.length > 0) {
      const lines: string[][] = [];
      for (const row of rows) {
        await turn();
        lines.push(cellsOf(row, columns, table));
      }
      yield toCsv(lines);
      rows = await readRows(answer, whole);
    }
  } finally {
    await whole.source?.close();
  }
}

/** Answers all rows of a list as a table, with one batch in memory. A client that disconnects ends the read. */
export function answerTable(answer: TableAnswer): StreamReply {
  const { ctx } = answer.run;
  const name = answer.route.path.split('/').at(-1) ?? '';
  const day = ctx.now.toISOString().slice(0, 10);
  const fileName = `${name}-${ctx.environment.toLowerCase()}-${day}.csv`;
  return streamed('text/csv; charset=utf-8', fileName, writeTable(answer));
}
