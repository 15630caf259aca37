import { Fault } from '@pas/platform/errors/fault';

/** 408 for a body that arrives with less than 1 KiB/s. The connection is closed with the answer. */
export function slowBody(): Fault {
  const message = 'The body arrived too slowly. Send it again with at least 1 KiB in a second.';
  return new Fault('request_timeout', 'request_timeout', message, { headers: { Connection: 'close' } });
}
