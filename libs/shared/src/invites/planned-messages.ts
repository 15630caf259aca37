import type { AuditTarget } from '../audit/prepare-record.ts';
import type { Channel } from '../models/invite.ts';

/** Returns the messages that a change queues for an invite, as its plan lists them: `email` or `sms`. */
export const plannedMessages = (inviteId: string, channels: readonly Channel[]): AuditTarget[] =>
  channels.map((channel) => ({ type: channel.toLowerCase(), id: inviteId }));
