/** A message to the devices of residents. */
export interface PushMessage {
  /**
   * Names the message: repeats of one id replace each other on the device. At most 32 characters of base64url, as the
   * `Topic` of RFC 8030 takes them; ids of rows are.
   */
  id: string;
  /** What the app does with it, such as `call`. */
  kind: string;
  title: string;
  body: string;
  /** Further values for the app, such as the id of a call. */
  data: Readonly<Record<string, string>>;
  /** How long the push service keeps it for a device that is away, in seconds. */
  ttlSeconds: number;
}

/** ACCEPTED: the push service has taken the message. GONE: it does not know the device any more. */
export type PushResult = 'ACCEPTED' | 'UNREACHABLE' | 'GONE';

/** Names why a message was not accepted. */
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

/** What came of a message to one device. */
export interface PushAnswer {
  result: PushResult;
  /** Null for ACCEPTED. */
  reason: PushReason | null;
}

/** What came of one request to a push service. */
export interface PushAttempt extends PushAnswer {
  /** Whether a further try may help; then the wait that the service asks for, in milliseconds, 0 for none. */
  retryAfterMs: number | null;
}

/**
 * Whether a message is still worth sending, such as while its call rings. It is asked where some time has passed: after a
 * wait for a place, and before a further try.
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
