import { z } from 'zod';

const base = 'https://this.invalid';

/** Whether a browser stays on this origin. `//host`, `/\host` and texts that it reads as these lead elsewhere. */
function staysHere(path: string): boolean {
  if (!/^\/(?![/\\])[^\p{Cc}]*$/u.test(path)) return false;
  return URL.canParse(path, base) && new URL(path, base).origin === base;
}

/**
 * Percent-encodes characters that a header cannot carry (RFC 3986, section 2.1). Encoded characters stay as they are.
 */
const encode = (path: string): string => path.toWellFormed().replaceAll(/[^!-~]+/g, encodeURIComponent);

/** The longest path that fits into the cookie of a log-in, percent-encoded. A browser keeps 4,096 bytes of a cookie. */
const maxEncoded = 2000;

/** The path on this origin to which a browser goes after the log-in, percent-encoded. */
export const ReturnTo = z
  .string()
  .max(1000)
  .refine(staysHere, 'Expected a path on this address, such as /console.')
  .transform(encode)
  .refine((path) => path.length <= maxEncoded, 'Expected a shorter path.')
  .default('/')
  .meta({
    description: 'The path on this address that the browser opens after the log-in.',
    example: '/console',
    override: { type: 'string', maxLength: 1000, default: '/', example: '/console' },
  });
