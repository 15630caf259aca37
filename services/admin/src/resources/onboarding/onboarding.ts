import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { Channel } from '@pas/shared/models/invite';

/** What onboarding needs to know of this environment. */
export interface Onboarding {
  links: InviteLinks;
  /** The channels for which a carrier is configured. */
  channels: readonly Channel[];
}
