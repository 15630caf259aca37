/** Time limit of a request to a push service, in milliseconds. */
export const requestTimeoutMs = 4000;

/** Time limit of a message with all tries, in milliseconds. A call no longer rings by then. */
export const deadlineMs = 10_000;

/** Maximum number of tries of a message. */
export const maxTries = 3;

/** The wait before the second try, in milliseconds. Each further wait is four times as long. */
export const firstBackoffMs = 200;

/** Wait in milliseconds after which a message is sent only if it is still wanted. */
export const recheckAfterMs = 250;

/** Maximum bytes of an answer. */
export const maxAnswerBytes = 64 * 1024;

/** Connections to APNs. Each carries many concurrent messages over HTTP/2. */
export const connectionsPerService = 4;

/** Connections to FCM. Over HTTP/1.1, each carries one message at a time. */
export const fcmConnections = 32;

/** Maximum number of concurrent messages to one push service, in a process. */
export const placesPerService = 64;
