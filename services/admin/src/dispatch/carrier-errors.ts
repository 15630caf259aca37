import { RetryLater } from '@pas/platform/events/retry-later';

/** Reason of a permanent refusal, as the delivery shows it. */
type RefusalReason =
  | 'mailbox_refused'
  | 'refused_by_mail_server'
  | 'invalid_number'
  | 'opted_out'
  | 'premium_number'
  | 'refused_by_carrier';

/** Reason of a retry, as the delivery shows it. */
type DelayReason =
  | 'mail_server_unavailable'
  | 'mail_server_busy'
  | 'carrier_unavailable'
  | 'carrier_busy'
  | 'internal_error';

/** The carrier has permanently refused the message or its recipient. */
export class MessageRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MessageRefused';
    this.reason = reason;
  }
}

/** The carrier does not accept the message now; `afterMs` is the wait that it requests. */
export class MessageDelayed extends RetryLater {
  readonly reason: DelayReason;

  constructor(
    reason: DelayReason,
    message: string,
    { afterMs, ...options }: ErrorOptions & { afterMs?: number | null } = {},
  ) {
    super(message, { ...options, ...(afterMs != null && { afterMs }) });
    this.name = 'MessageDelayed';
    this.reason = reason;
  }
}
