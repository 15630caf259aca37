import type { InviteLinks } from './invite-links.ts';
import type { Channel } from '../models/invite.ts';

/** What onboarding needs to know of this environment. */
export interface Onboarding {
  links: InviteLinks;
  /** The channels for which a carrier is configured. */
  channels: readonly Channel[];
}
