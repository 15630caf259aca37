/** How long one request to a push service may take, in milliseconds. */
export const requestTimeoutMs = 4000;

/** How long a message is tried, with all repeats, in milliseconds. A call has rung out by then. */
export const deadlineMs = 10_000;

/** How often a message is tried. */
export const maxTries = 3;

/** The wait before the second try, in milliseconds; before each further one it is four times as long. */
export const firstBackoffMs = 200;

/** A message that has waited for longer is sent only if it is still wanted, in milliseconds. */
export const recheckAfterMs = 250;

/** How much of an answer is read, in bytes. */
export const maxAnswerBytes = 64 * 1024;

/** The connections to APNs. Over HTTP/2 each carries many messages at once. */
export const connectionsPerService = 4;

/** The connections to FCM, which may speak HTTP/1.1: each carries one message at a time then. */
export const fcmConnections = 32;

/** The messages that are under way to one push service at once, in a process. */
export const placesPerService = 64;
