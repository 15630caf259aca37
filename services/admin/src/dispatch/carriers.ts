import type { Logger } from '@pas/platform/log/logger';
import type { PassLinks } from '@pas/shared/access/pass-links';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { Mailer } from './mailer.ts';
import type { RetryTimes } from './retry-times.ts';
import type { TextSender } from './telephony/text-sender.ts';

/** Dependencies for sending messages. */
export interface Carriers {
  log: Logger;
  links: InviteLinks;
  passes: PassLinks;
  mailer: Mailer;
  /** Null without a telephony provider. */
  texts: TextSender | null;
  retry: RetryTimes;
}
