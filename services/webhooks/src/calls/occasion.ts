import type { Provider } from '@pas/shared/models/webhook-receipt';

/** The providers that bring calls. */
type CallProvider = Extract<Provider, 'telephony-a' | 'telephony-b'>;

/** The names of the providers in the record of a call. */
export const providerNames = { 'telephony-a': 'TELEPHONY_A', 'telephony-b': 'TELEPHONY_B' } as const;

/** An event of a provider about one call. */
export interface Occasion {
  provider: CallProvider;
  /** The provider's id of the visitor's call; where `callId` is known, that of any leg of it. */
  providerCallId: string;
  /** Our id of the call, where the provider gives it back. */
  callId?: string | null;
  /** By which repeats of the event are recognised. */
  key: string;
  /** When the webhook came. */
  receivedAt: Date;
}
