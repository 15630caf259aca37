import express, { Router } from 'express';
import { MintSessionToken, mintSessionToken } from './session-token.ts';
import type { SessionTokenParts } from './session-token.ts';
import { MintStaffToken, mintStaffToken } from './staff-token.ts';
import type { StaffTokenParts } from './staff-token.ts';

/**
 * Routes that mint tokens without a browser, for tests and local work. They are on the sandbox's own address, since no
 * identity provider has them.
 */
export function createTokenRoutes(parts: SessionTokenParts & StaffTokenParts): Router {
  const router = Router();
  router.post('/identity/session-tokens', express.json(), async (request, response) => {
    response.json({ token: await mintSessionToken(parts, MintSessionToken.parse(request.body)) });
  });
  router.post('/identity/staff-tokens', express.json(), async (request, response) => {
    response.json({ token: await mintStaffToken(parts, MintStaffToken.parse(request.body)) });
  });
  return router;
}
