import type { AuditTarget } from '@pas/shared/audit/prepare-record';
import type { Channel } from '@pas/shared/models/invite';

/** Returns the messages that a change queues for an invite, as its plan lists them: `email` or `sms`. */
export const plannedMessages = (inviteId: string, channels: readonly Channel[]): AuditTarget[] =>
  channels.map((channel) => ({ type: channel.toLowerCase(), id: inviteId }));
