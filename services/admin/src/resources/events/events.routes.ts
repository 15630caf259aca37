import type { Route } from '@pas/platform/http/define-route';
import { booleanQuery, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { publicEntities } from '../../public-events/public-catalogue.ts';
import { anyEventWith, PublicEventTypeName } from '../../public-events/public-event.schema.ts';
import { AfterCursor, decodeCursor, encodeCursor } from './feed-cursor.ts';
import { createPresenter } from './present-page.ts';
import { readEvents, type ReadPage } from './read-events.ts';
import { sharePages } from './share-pages.ts';
import { watchHeads } from './watch-heads.ts';

const Cursor = z.string().meta({
  description: 'A position in the feed. Send it as `after` to continue there.',
  example: encodeCursor({ seq: 42, at: new Date('2026-02-01T09:30:00.000Z'), restore: null }),
});

/** An event as the feed shows it. */
const FeedEvent = anyEventWith('FeedEvent', { id: idSchema('event'), cursor: Cursor }).meta({
  id: 'Event',
  description: 'An event of the feed. Its `type` determines the shape of its `data`.',
});

const Types = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(PublicEventTypeName).min(1))
  .transform((types) => [...new Set(types)])
  .optional()
  .meta({
    description:
      'Only events of these types, separated by commas. A type whose read scope the caller lacks is 403. Default: all types whose read scope the caller has.',
    override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: 'string', items: undefined }),
    example: 'door.opened,door.denied',
  });

const Newest = booleanQuery(
  '`true`: begins with the newest events instead of the oldest ones: the last `limit` events, the oldest of them first. It has no effect together with `after`.',
);

const scopes = [...new Set(Object.values(publicEntities).map(({ scope }) => scope))];

/** `/api/admin/events`: the event feed, for clients that cannot receive webhooks. */
export function eventRoutes(): Route[] {
  const [watch, share, present] = [watchHeads(), sharePages<ReadPage>(), createPresenter()];
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/events',
      operationId: 'listEvents',
      summary: 'Read the event feed',
      description:
        'The events of the tenant in a fixed order: no event ever appears before one that you have read. Store `nextCursor` and send it as `after` in the next request; an empty page has one, too. With `wait`, the answer comes with the next event or at the end of the time. If many clients of a tenant wait, the feed gathers events for up to two seconds. A caller gets the types whose read scope it holds: `onboarding:read` for invites, `users:read` for residents and `calls:read` for calls. `access-events:read` covers granted and denied access, and `access-points:read` the other events of doors. The scopes `units:read`, `imports:read` and `api-keys:read` cover their resources. A caller restricted to some properties gets the events of those properties. Webhooks and the feed can deliver the same event: its `id` is the same. Events are kept for 30 days. An older cursor is 410 `cursor_expired`. So is a cursor of events that a restore from a backup has lost.',
      scope: 'events:read',
      conditionalScopes: scopes,
      query: { after: AfterCursor, types: Types, limit: pageQuery(['createdAt']).limit, newest: Newest },
      wait: 25,
      response: z.object({ events: z.array(FeedEvent), nextCursor: Cursor }),
      codes: { 410: ['cursor_expired'] },
      run: async ({ ctx, query: { after, ...query }, signal }) => {
        const eventQuery = { ...query, after: after === undefined ? null : decodeCursor(after) };
        return ok(await present(ctx, await readEvents(ctx, eventQuery, { watch, share, signal })));
      },
    }),
  ];
}
