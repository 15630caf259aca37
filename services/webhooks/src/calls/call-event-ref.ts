import type { Provider } from '@pas/shared/models/webhook-receipt';

/** The providers of calls. */
type CallProvider = Extract<Provider, 'telephony-a' | 'telephony-b'>;

/** The names of the providers in the record of a call. */
export const providerNames = { 'telephony-a': 'TELEPHONY_A', 'telephony-b': 'TELEPHONY_B' } as const;

/** An event of a provider about one call. */
export interface CallEventRef {
  provider: CallProvider;
  /** The provider's id of the visitor's call. With a `callId` it may be that of any leg. */
  providerCallId: string;
  /** Our id of the call, if the provider returns it. */
  callId?: string | null;
  /** The deduplication key of the event. */
  key: string;
  /** The arrival time of the webhook. */
  receivedAt: Date;
}
