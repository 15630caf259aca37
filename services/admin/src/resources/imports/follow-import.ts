import { setTimeout as pause } from 'node:timers/promises';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ServerSentEvent } from '@pas/platform/http/reply';
import type { ImportRow, ImportStatus } from '@pas/shared/models/import';
import type { z } from 'zod';
import { presentImport, type Import } from './import.schema.ts';
import { loadImport } from './load-import.ts';

/** How often an import is read while somebody follows it, in milliseconds. */
const everyMs = 500;

/** The states in which a worker goes on with an import by itself. */
const moving: readonly ImportStatus[] = ['VALIDATING', 'COMMITTING', 'REVERTING'];

interface Follow {
  first: ImportRow;
  lastEventId: string | null;
  /** Ends the stream. */
  signal: AbortSignal;
}

type ImportEvent = ServerSentEvent<{ import: z.input<typeof Import> }>;

/** Names the state that an event shows, so that a client which comes back gets only a newer one. */
function eventIdOf({ version, checkpoint, progress }: ImportRow): string {
  const { done = 0, stale = 0, invited = 0, kept = 0 } = progress ?? {};
  return [version, checkpoint, done, stale, invited, kept].join('.');
}

/** Waits; false where the stream has ended meanwhile. */
async function rest(signal: AbortSignal): Promise<boolean> {
  await pause(everyMs, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

/** The states of an import as they come, until a worker has nothing more to do with it. */
export async function* followImport(
  ctx: OperationContext,
  { first, lastEventId, signal }: Follow,
): AsyncGenerator<ImportEvent> {
  let known = lastEventId;
  for (let row = first; ; row = await loadImport(ctx, first._id)) {
    const id = eventIdOf(row);
    const data = { import: presentImport({ ...ctx, now: new Date() }, row) };
    if (id !== known) yield { id, type: 'import', data };
    known = id;
    if (!moving.includes(row.status) || !(await rest(signal))) return;
  }
}
