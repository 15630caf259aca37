import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the sender of a request reads pages: a browser names `text/html` in `Accept`. A program that sends
 * `Authorization`, or accepts any type, reads JSON.
 */
export const wantsPage = ({ authorization, accept = '' }: IncomingHttpHeaders): boolean =>
  authorization === undefined && /\btext\/html\b/i.test(accept);
