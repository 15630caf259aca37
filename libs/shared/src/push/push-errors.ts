import type { ServiceAnswer } from './call-push-service.ts';
import { gone, tryAgain, unreachable } from './push-answers.ts';
import type { PushAttempt } from './push-message.ts';

/**
 * Meaning of a push service's error.
 *
 * - `ended`: the token is of no further use, so the device becomes INVALID.
 * - `busy`, `unavailable`: the message is sent again after a wait.
 * - `expired`: our credential is too old. The message is sent again with a new one.
 * - `refused`: a fault of the settings or of this program, which the operator must correct. Devices stay.
 */
export type PushErrorKind = 'ended' | 'busy' | 'unavailable' | 'expired' | 'refused';

type Errors = Readonly<Partial<Record<string, PushErrorKind>>>;

/**
 * Error codes of FCM's HTTP v1 API (https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode). INVALID_ARGUMENT
 * is `ended` where the answer names the token. UNAUTHENTICATED is a status of the API itself.
 */
export const fcmErrors: Errors = {
  UNREGISTERED: 'ended',
  SENDER_ID_MISMATCH: 'ended',
  INVALID_ARGUMENT: 'refused',
  QUOTA_EXCEEDED: 'busy',
  UNAVAILABLE: 'unavailable',
  INTERNAL: 'unavailable',
  UNAUTHENTICATED: 'expired',
  THIRD_PARTY_AUTH_ERROR: 'refused',
  PERMISSION_DENIED: 'refused',
  UNSPECIFIED_ERROR: 'refused',
};

/** Error strings of APNs (Apple, "Handling notification responses from APNs", table of response error strings). */
export const apnsErrors: Errors = {
  BadDeviceToken: 'ended',
  DeviceTokenNotForTopic: 'ended',
  Unregistered: 'ended',
  ExpiredToken: 'ended',
  TooManyRequests: 'busy',
  TooManyProviderTokenUpdates: 'busy',
  IdleTimeout: 'unavailable',
  InternalServerError: 'unavailable',
  ServiceUnavailable: 'unavailable',
  Shutdown: 'unavailable',
  ExpiredProviderToken: 'expired',
  BadCertificate: 'refused',
  BadCertificateEnvironment: 'refused',
  BadCollapseId: 'refused',
  BadEnvironmentKeyIdInToken: 'refused',
  BadExpirationDate: 'refused',
  BadMessageId: 'refused',
  BadPath: 'refused',
  BadPriority: 'refused',
  BadTopic: 'refused',
  DuplicateHeaders: 'refused',
  Forbidden: 'refused',
  InvalidProviderToken: 'refused',
  InvalidPushType: 'refused',
  MethodNotAllowed: 'refused',
  MissingDeviceToken: 'refused',
  MissingProviderToken: 'refused',
  MissingTopic: 'refused',
  PayloadEmpty: 'refused',
  PayloadTooLarge: 'refused',
  TopicDisallowed: 'refused',
  UnrelatedKeyIdInToken: 'refused',
};

/**
 * Errors of the push services of browsers, by status (RFC 8030, sections 5.1 and 7.3). VAPID_MISMATCH is the refusal of
 * a subscription that belongs to another VAPID key (RFC 8292, section 4.2).
 */
export const webPushErrors: Errors = {
  404: 'ended',
  410: 'ended',
  VAPID_MISMATCH: 'ended',
  400: 'refused',
  401: 'refused',
  403: 'refused',
  413: 'refused',
  429: 'busy',
};

/** Bodies of a VAPID mismatch at Chrome, Safari and Firefox, whose statuses are 403, 400 and 401. */
const vapidMismatch =
  /do(?:es)? not correspond to the (?:sender id|credentials) used|VapidPkHashMismatch|VAPID public key mismatch/i;

/** Returns the code of a web push error in the table above. */
export const webPushCode = ({ status, text }: ServiceAnswer): string =>
  [400, 401, 403].includes(status) && vapidMismatch.test(text) ? 'VAPID_MISMATCH' : String(status);

/** Returns the meaning of an error that the service's table does not list. */
function usualKind(status: number): PushErrorKind {
  if (status === 429) return 'busy';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** Returns the meaning of an error. */
export const kindOf = (errors: Errors, code: string, status: number): PushErrorKind =>
  errors[code] ?? usualKind(status);

/** Turns an error of a push service into the result of the request. */
export function readError(kind: PushErrorKind, code: string, { retryAfterMs }: ServiceAnswer): PushAttempt {
  if (kind === 'ended') return { ...gone, code };
  if (kind === 'refused') return { ...unreachable('refused'), code };
  if (kind === 'expired') return { ...tryAgain('refused'), code };
  return { ...tryAgain(kind, retryAfterMs), code };
}
