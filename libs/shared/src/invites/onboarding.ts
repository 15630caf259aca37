import type { InviteLinks } from './invite-links.ts';
import type { Channel } from '../models/invite.ts';

/** Settings of onboarding in this environment. */
export interface OnboardingSettings {
  links: InviteLinks;
  /** The channels for which a carrier is configured. */
  channels: readonly Channel[];
}
