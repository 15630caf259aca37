import { setTimeout as pause } from 'node:timers/promises';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ServerSentEvent } from '@pas/platform/http/reply';
import type { ImportRow, ImportStatus } from '@pas/shared/models/import';
import type { z } from 'zod';
import { presentImport, type Import } from './import.schema.ts';
import { loadImport } from './load-import.ts';

/** Interval between reads of a followed import, in milliseconds. */
const everyMs = 500;

/** How long a stream that begins before the commit waits for it, in milliseconds. */
const awaitsCommitMs = 10_000;

/** States in which a worker continues an import. */
const moving: readonly ImportStatus[] = ['VALIDATING', 'COMMITTING', 'REVERTING'];

interface Follow {
  first: ImportRow;
  lastEventId: string | null;
  /** Ends the stream. */
  signal: AbortSignal;
}

type ImportEvent = ServerSentEvent<{ import: z.input<typeof Import> }>;

/** Returns the id of an event's state, so that a reconnecting client gets only newer states. */
function eventIdOf({ version, checkpoint, progress }: ImportRow): string {
  const { done = 0, stale = 0, invited = 0, kept = 0 } = progress ?? {};
  return [version, checkpoint, done, stale, invited, kept].join('.');
}

/** Waits; false when the stream has ended meanwhile. */
async function rest(signal: AbortSignal): Promise<boolean> {
  await pause(everyMs, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

/** Yields the states of an import until no worker has work on it. First, a plan may wait ten seconds for its commit. */
export async function* followImport(
  ctx: OperationContext,
  { first, lastEventId, signal }: Follow,
): AsyncGenerator<ImportEvent> {
  let known = lastEventId;
  const restsFrom = performance.now() + (first.status === 'VALIDATED' ? awaitsCommitMs : 0);
  for (let row = first; ; row = await loadImport(ctx, first._id)) {
    const id = eventIdOf(row);
    const data = { import: presentImport({ ...ctx, now: new Date() }, row) };
    if (id !== known) yield { id, type: 'import', data };
    known = id;
    const awaitsCommit = row.status === 'VALIDATED' && performance.now() < restsFrom;
    const goesOn = moving.includes(row.status) || awaitsCommit;
    if (!goesOn || !(await rest(signal))) return;
  }
}
