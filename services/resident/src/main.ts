import { readConfig } from '@pas/platform/config/read-config';
import { startService } from '@pas/shared/service/start-service';
import { createCoreJwtSigner } from '@pas/shared/sessions/core-jwt';
import { createRefreshCookie } from '@pas/shared/sessions/refresh-cookie';
import { createResidentApp } from './app.ts';
import { ResidentConfig } from './config.ts';
import { createIdentityVerifier } from '@pas/shared/accounts/verify-identity-token';
import { createRequestLimits, resetQuota } from '@pas/shared/accounts/request-limits';
import { createGuessLimits, guessQuota } from '@pas/shared/accounts/guess-limits';

const config = readConfig(ResidentConfig, process.env);

await startService({
  name: 'resident',
  config,
  async build({ app }) {
    const { PORTAL_URL: portalUrl, IDENTITY_ISSUER: issuer } = config;
    const signer = await createCoreJwtSigner(config.CORE_JWT_PRIVATE_KEY, portalUrl);
    const identity = createIdentityVerifier({
      issuer,
      jwksUrl: config.IDENTITY_JWKS_URL ?? `${issuer.replace(/\/+$/, '')}/jwks`,
      authorizedParties: config.IDENTITY_AUTHORIZED_PARTIES ?? [portalUrl],
      apiUrl: config.IDENTITY_API_URL,
      apiSecret: config.IDENTITY_API_SECRET,
    });
    const limits = createGuessLimits(guessQuota);
    const resetLimits = createRequestLimits(resetQuota);
    const cookie = createRefreshCookie(portalUrl, config.ENVIRONMENT);
    return { app: createResidentApp(app, { auth: { signer, cookie, identity, limits, resetLimits } }) };
  },
});
