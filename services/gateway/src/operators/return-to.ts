import { z } from 'zod';

const base = 'https://this.invalid';

/** Whether a browser stays on this origin: `//host`, `/\host` and what it strips or reads as these lead elsewhere. */
function staysHere(path: string): boolean {
  if (!/^\/(?![/\\])[^\p{Cc}]*$/u.test(path)) return false;
  return URL.canParse(path, base) && new URL(path, base).origin === base;
}

/** Where a browser goes after the log-in: a path on this origin. */
export const ReturnTo = z
  .string()
  .max(1000)
  .refine(staysHere, 'Expected a path on this address, such as /console.')
  .default('/')
  .meta({
    description: 'Where to go after the log-in: a path on this address.',
    example: '/console',
    override: { type: 'string', maxLength: 1000, default: '/', example: '/console' },
  });
