/** A message to the devices of residents. */
export interface PushMessage {
  /**
   * Id of the message. Messages with one id replace each other on the device. At most 32 characters of base64url, as
   * in the `Topic` of RFC 8030. Row ids satisfy this.
   */
  id: string;
  /** Kind of the message for the app, such as `call`. */
  kind: string;
  title: string;
  body: string;
  /** Further values for the app, such as the id of a call. */
  data: Readonly<Record<string, string>>;
  /** Time for which the push service keeps it for an offline device, in seconds. */
  ttlSeconds: number;
}

/** Results of a message. ACCEPTED: the push service has accepted it. GONE: the service no longer knows the device. */
export type PushResult = 'ACCEPTED' | 'UNREACHABLE' | 'GONE';

/** Reasons why a message was not accepted. */
export const pushReasons = [
  'provider_off',
  'not_registered',
  'closed_address',
  'refused',
  'busy',
  'timeout',
  'unavailable',
] as const;
export type PushReason = (typeof pushReasons)[number];

/** Result of a message to one device. */
export interface PushAnswer {
  result: PushResult;
  /** Null for ACCEPTED. */
  reason: PushReason | null;
}

/** Result of a message, with what the push service says about its error. */
export interface PushOutcome extends PushAnswer {
  /** Code of the error at the push service. */
  code?: string;
  /** Time at which the push service last found the token invalid. A later registration makes it valid again. */
  goneAt?: Date;
}

/** Result of one request to a push service. */
export interface PushAttempt extends PushOutcome {
  /**
   * The wait that the service asks for before a further try, in milliseconds, 0 for none. Null if no further try
   * helps.
   */
  retryAfterMs: number | null;
}

/**
 * Checks whether a message is still wanted, such as while its call rings. The sender calls it after a wait for a
 * place, and before a further try.
 */
export type IsWanted = () => Promise<boolean>;

/** A push service: FCM, APNs, or those of browsers. */
export interface PushService {
  /**
   * Makes one request for one message.
   *
   * @param address the opened token of a device, or its subscription as JSON
   * @throws the reason of the signal, when that ends the wait
   */
  send(address: string, message: PushMessage, signal: AbortSignal): Promise<PushAttempt>;
  close(): Promise<void>;
}
