import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { accepted, ok } from '@pas/platform/http/reply';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { ReportedEvents, ReportEvents } from './controller-event.schema.ts';
import { listDirectory } from './list-directory.ts';
import { recordControllerEvents } from './record-controller-events.ts';

const tag = 'Controllers';

const DirectoryEntry = z
  .object({
    label: z.string().meta({ description: 'The unit.', example: 'Apt 4B' }),
    displayName: z.string().meta({
      description: 'The name or the initials, as the resident has chosen.',
      example: 'J. L.',
    }),
    dialCode: z.string().nullable().meta({
      description: 'What a visitor types to ring the unit. Null where it does not name one unit alone.',
      example: '4',
    }),
  })
  .meta({ id: 'DirectoryEntry' });

/** What controllers report after they were offline, and what panels show. */
export const controllerReportRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/access/events',
    operationId: 'reportAccessEvents',
    summary: 'Report what happened while the controller was offline',
    description:
      'Decisions that the controller made alone become access events with their own `occurredAt`, and the uses of passes are counted. Alarms are published. Send an event again until it is in an answer: nothing is recorded twice.',
    tag,
    scope: null,
    callers: 'controller',
    body: ReportEvents,
    status: [202],
    response: ReportedEvents,
    run: async ({ ctx, body }) => accepted(await recordControllerEvents(ctx, body.events)),
  }),
  defineRoute({
    method: 'get',
    path: '/access/directory',
    operationId: 'listDirectory',
    summary: 'List the residents whom a panel shows',
    description:
      'The residents of the property of the controller who have chosen to be shown (`me.directory`), by unit and name.',
    tag,
    scope: null,
    callers: 'controller',
    query: pageQuery(['label', 'displayName'], 1),
    status: [200],
    response: listEnvelope('directory', DirectoryEntry),
    run: async ({ ctx, query }) => ok(await listDirectory(ctx, query)),
  }),
];
