import { randomBytes } from 'node:crypto';
import { CommaList } from '@pas/platform/config/fields';
import { readConfig } from '@pas/platform/config/read-config';
import type { FeedEvent } from '@pas/client';
import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { openApi } from '../api/open-api.ts';
import { readBy, type CommandContext, type CommandGroup } from '../command-context.ts';
import { ListenConfig } from '../config.ts';
import { TriggerError } from '../trigger/sandbox-client.ts';
import { findCursorAt, findEvent, readLast, readNewestCursor } from './find-events.ts';
import { followFeed } from './follow-feed.ts';
import { forwardEvent, type Target } from './forward-event.ts';
import { isLoopback, TargetUrl } from './read-target.ts';

interface ListenOptions {
  forward: string;
  types?: PublicEventType[];
  since?: Date;
  after?: string;
  replay?: string;
  last?: number;
  allowRemote: boolean;
}

const target = readBy(TargetUrl);
const typeList = readBy(CommaList.pipe(z.array(z.enum(publicEventTypes)).min(1)));
const moment = readBy(
  z.iso
    .datetime({ offset: true, error: 'Expected a time such as 2026-02-01T09:30:00Z.' })
    .pipe(z.coerce.date()),
);
const count = readBy(z.coerce.number().int().min(1).max(200));

/** @throws InvalidArgumentError for options that exclude each other, and for other machines without `--allow-remote` */
function checkOptions({ forward, allowRemote, since, after, replay, last }: ListenOptions): void {
  if ([since, after, replay, last].filter((option) => option !== undefined).length > 1)
    throw new InvalidArgumentError('Give one of --since, --after, --replay and --last.');
  if (allowRemote || isLoopback(forward)) return;
  throw new InvalidArgumentError(
    'Events hold personal data, so they go only to this machine. --allow-remote allows other ones.',
  );
}

/** Returns the events of `--replay` or `--last`; null for a walk along the feed. */
async function findReplayed(
  { client }: ReturnType<typeof openApi>,
  { replay, last, types }: ListenOptions,
): Promise<FeedEvent[] | null> {
  if (last !== undefined) return readLast(client, last, types);
  if (replay === undefined) return null;
  const event = await findEvent(client, replay);
  if (!event) throw new TriggerError(`The feed does not have ${replay}. It keeps events for 30 days.`);
  return [event];
}

/** Creates a function that forwards an event and prints the outcome. It returns whether the receiver accepted. */
function createForwarder(receiver: Target, print: CommandContext['print']) {
  return async (event: FeedEvent): Promise<boolean> => {
    const { isAccepted, outcome, durationMs } = await forwardEvent(event, receiver);
    print(`${event.timestamp} ${event.type.padEnd(18)} ${event.id} → ${outcome} (${durationMs} ms)`);
    return isAccepted;
  };
}

async function listen(options: ListenOptions, context: CommandContext): Promise<void> {
  checkOptions(options);
  const { environment, print, remark, exit, stopSignal } = context;
  const { PAS_WEBHOOK_SECRET } = readConfig(ListenConfig, environment);
  const api = openApi(environment);
  const secret = PAS_WEBHOOK_SECRET ?? `whsec_${randomBytes(32).toString('base64')}`;
  const forward = createForwarder({ url: options.forward, secret }, print);
  const replayed = await findReplayed(api, options);
  remark(`Secret of the signatures: ${secret}`);
  if (replayed) {
    let isFine = true;
    for (const event of replayed) isFine = (await forward(event)) && isFine;
    return isFine ? undefined : exit(1);
  }
  const { since, types, after = since ? undefined : await readNewestCursor(api.client) } = options;
  const start = since ? await findCursorAt(api.client, since, types) : after;
  remark(
    `Events of ${api.environment} go to ${options.forward}. A failed one is sent again by --replay <id>. Ctrl-C stops.`,
  );
  const last = await followFeed(api.client, {
    after: start,
    types,
    signal: stopSignal?.() ?? new AbortController().signal,
    onEvent: async (event) => void (await forward(event)),
    onProblem: remark,
  });
  if (last !== undefined) remark(`Continue with --after ${last}`);
}

/** `pas listen`: forwards events to a program on this machine, signed as webhooks are. */
export const listenCommand: CommandGroup = (program, context) => {
  program
    .command('listen')
    .description('forward events to a program on this machine, as signed webhooks (PAS_URL, PAS_API_KEY)')
    .requiredOption('--forward <url>', 'the receiver, such as http://localhost:3000/hook', target)
    .option('--types <list>', 'such as door.opened,call.ended; default all that the key may read', typeList)
    .option('--since <time>', 'begin with the first event since this time; default new events', moment)
    .option('--after <cursor>', 'begin after this position, which the end of `pas listen` prints')
    .option('--replay <id>', 'send this event again, then end')
    .option('--last <n>', 'send the last events again, then end', count)
    .option('--allow-remote', 'allow a receiver on another machine', false)
    .action((options: ListenOptions) => listen(options, context));
};
