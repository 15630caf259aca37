import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { Problem } from '../http/problem.ts';
import type { AccountDirectory } from './account-directory.ts';

/** Routes of the provider's user endpoint, where back ends with its secret read omitted claims. */
export function createUserRoutes(accounts: AccountDirectory, apiSecret: string): Router {
  const router = Router();
  router.get('/v1/users/:sub', (request, response) => {
    if (!isBearer(request.headers.authorization, apiSecret)) {
      response.set('www-authenticate', 'Bearer');
      throw new Problem(401, 'unauthenticated', 'The user endpoint needs the bearer secret of the provider.');
    }
    const account = accounts.find(request.params.sub);
    if (!account) throw new Problem(404, 'not_found', 'There is no such user.');
    const { sub, email, emailVerified } = account;
    response.set('cache-control', 'no-store').json({ user: { id: sub, email, emailVerified } });
  });
  return router;
}

function isBearer(header: string | undefined, secret: string): boolean {
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secret}`));
}

/** Hashes for a comparison of equal lengths. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
