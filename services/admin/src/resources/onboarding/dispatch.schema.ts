import { whenValid } from '@pas/platform/http/valid-fields';
import { idPattern, idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { Channels, fieldIssue } from './invite.schema.ts';

export const DispatchInvite = z.object({ channels: Channels.optional() });

export const ResendInvite = DispatchInvite.extend({
  rotate: z.boolean().default(false).meta({
    description: 'Gives a pending invite a new link, too. The old link stops working.',
  }),
});

/** Reference to an invite in a request. */
export type InviteName = { by: 'id'; inviteId: string } | { by: 'token'; token: string };

/** An invite's id or its token, as a path parameter. A token may have an id's prefix, but is longer. */
export const InviteNameParam = z
  .string()
  .max(128)
  .transform((name): InviteName =>
    idPattern('invite').test(name) ? { by: 'id', inviteId: name } : { by: 'token', token: name },
  )
  .meta({ description: 'The invite’s id or its token.', example: 'inv_01kb3rt9d5e0p8m6q2v7x4hzjn' });

/** Returns the reference to an invite in a body; a body without one has been refused before. */
export function nameOf({
  inviteId,
  token,
}: {
  inviteId?: string | undefined;
  token?: string | undefined;
}): InviteName {
  if (inviteId !== undefined) return { by: 'id', inviteId };
  if (token !== undefined) return { by: 'token', token };
  throw new Error('The invite has neither an id nor a token, although the schema requires one.');
}

/** Fields of a body that reference an invite. */
const named = {
  inviteId: idSchema('invite').optional(),
  token: z.string().max(128).optional(),
};

/** Returns the issue of a body that must reference exactly one invite. */
const namedOnce = (
  { inviteId, token }: { inviteId?: string | undefined; token?: string | undefined },
  context: { addIssue(issue: ReturnType<typeof fieldIssue>): void },
): void => {
  const isTwice = inviteId !== undefined && token !== undefined;
  const message = 'Name the invite by inviteId or by token.';
  if (isTwice) context.addIssue(fieldIssue({ path: 'token', code: 'ambiguous', message }));
  if (inviteId === undefined && token === undefined)
    context.addIssue(fieldIssue({ path: 'inviteId', code: 'required', message }));
};

const when = whenValid('inviteId', 'token');
const inviteId = 'inv_01kb3rt9d5e0p8m6q2v7x4hzjn';

export const DispatchInviteByName = DispatchInvite.extend(named)
  .meta({ examples: [{ inviteId, channels: ['EMAIL'] }] })
  .superRefine(namedOnce, { when });

export const ResendInviteByName = ResendInvite.extend(named)
  .meta({ examples: [{ inviteId, channels: ['EMAIL'], rotate: true }] })
  .superRefine(namedOnce, { when });
