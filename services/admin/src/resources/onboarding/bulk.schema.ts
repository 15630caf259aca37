import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { Channels, Invite } from './invite.schema.ts';

/** The maximum number of invites per bulk call. */
const maxInvites = 500;

export const BulkInvites = z
  .object({ inviteIds: z.array(idSchema('invite')).min(1).max(maxInvites) })
  .meta({ examples: [{ inviteIds: ['inv_01kb3rt9d5e0p8m6q2v7x4hzjn'] }] });

export const BulkUsers = z
  .object({
    userIds: z.array(idSchema('user')).min(1).max(maxInvites),
    dispatch: Channels.optional().meta({
      description:
        'Sends each invite at once, on those of these channels for which the person has a contact.',
    }),
  })
  .meta({ examples: [{ userIds: ['user_01kb3rt9d5e0p8m6q2v7x4hzjn'], dispatch: ['EMAIL', 'SMS'] }] });

/** The answer to one item of a bulk call, like that of the single call. */
export const BulkAnswer = z.object({ invite: Invite });

/** Result for one invite of a bulk call. */
export const BulkResult = z
  .object({
    inviteId: idSchema('invite'),
    status: z.int().meta({ description: 'The HTTP status that the single call answers.', example: 202 }),
    code: z.string().optional().meta({
      description: 'The code of the problem. Only for a refused call.',
      example: 'invite_already_accepted',
    }),
    message: z.string().optional().meta({
      description: 'The refused invite, its person and the reason in words. Only for a refused call.',
      example:
        'Invite inv_01kb3rt9d5e0p8m6q2v7x4hzjn of Clara Reyes (clara@example.test): The invite was revoked. Create a new one.',
    }),
    invite: Invite.optional().meta({ description: 'Only for a successful call.' }),
  })
  .meta({ id: 'BulkInviteResult' });

/** Result for one resident of a bulk creation. */
export const BulkUserResult = BulkResult.omit({ inviteId: true })
  .extend({
    userId: idSchema('user'),
    message: z.string().optional().meta({
      description: 'The resident and the reason in words. Only for a refused call.',
      example:
        'Resident user_01kb3rt9d5e0p8m6q2v7x4hzjn, Clara Reyes (clara@example.test): This person has no home.',
    }),
  })
  .meta({ id: 'BulkUserInviteResult' });
