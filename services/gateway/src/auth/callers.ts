import { forbidden, unauthenticated } from '@pas/shared/errors/raise';
import { apiKeyMark } from '@pas/shared/api-keys/key-format';
import { openAreas } from '../route-table.ts';
import { missingCredentials } from './missing-credentials.ts';
import type { CallerEntry, VerifyCredential } from './caller-entry.ts';
import { anonymousCaller, providerCaller, type CallerKind } from './caller.ts';
import { uncounted, type FailedCredentials } from './failed-credentials.ts';
import type { Operators } from '../operators/operators.ts';
import type { StaffVerifier } from '../staff/verify-staff-token.ts';
import type { CoreJwtVerifier } from './verify-core-jwt.ts';

/** The table of callers, with one entry for each kind. Credentials are recognised in the order of the entries. */
export type Callers = Readonly<Record<CallerKind, CallerEntry>>;

/** The verifiers, and the configuration that distinguishes the kinds. */
export interface CallerParts {
  verifyApiKey: VerifyCredential;
  coreJwts: CoreJwtVerifier;
  controllerKeys: Pick<CallerEntry, 'recognise' | 'verify'>;
  failures: FailedCredentials;
  /** The default environment, which names the session cookie of a gateway without TLS. */
  environment: string;
  staffTokens: StaffVerifier;
  /** Null if no provider of log-ins is configured. */
  operators: Pick<Operators, 'verifySession' | 'findCrossSiteFault'> | null;
}

/** 401: the credentials are of a kind that this path does not accept. */
export const tokenNotAccepted = () =>
  unauthenticated('token_invalid', 'This path does not accept this token. Sign in for one that it accepts.');

const apiKeyNotAccepted = () =>
  forbidden('api_key_not_accepted_here', 'API keys work only on the Admin API. Sign in to use this path.');

function apiKey({ verifyApiKey, failures }: CallerParts): CallerEntry {
  return {
    recognise: ({ token }) => token.startsWith(apiKeyMark),
    verify: verifyApiKey,
    failures,
    // The owner of a key must learn that the key was sent to the wrong place.
    isVerifiedEverywhere: true,
    reaches: new Set(['admin']),
    otherAreaFault: apiKeyNotAccepted,
    environmentGrant: 'listed',
    isStoppedBySuspension: true,
  };
}

/** If no provider of log-ins is configured, a request with a session cookie is refused like one without credentials. */
function operatorSession({ environment, operators }: CallerParts): CallerEntry {
  const cookie = new RegExp(`(?:^|; *)(?:__Host-pas_session|pas_session_${environment})=`);
  return {
    recognise: (credential) =>
      !credential.hasAuthorization && credential.cookie !== undefined && cookie.test(credential.cookie),
    verify: async (credential) => {
      if (!operators) throw missingCredentials();
      return (await operators.verifySession(credential.cookie)).caller;
    },
    failures: uncounted,
    isVerifiedEverywhere: false,
    reaches: new Set(['admin']),
    otherAreaFault: missingCredentials,
    environmentGrant: 'listed',
    isStoppedBySuspension: true,
    ...(operators && { findCrossSiteFault: operators.findCrossSiteFault }),
  };
}

function staffBearer({ failures, staffTokens }: CallerParts): CallerEntry {
  return {
    ...staffTokens,
    failures,
    isVerifiedEverywhere: false,
    reaches: new Set(['admin']),
    otherAreaFault: tokenNotAccepted,
    environmentGrant: 'listed',
    isStoppedBySuspension: true,
  };
}

function coreJwt({ coreJwts, failures }: CallerParts): CallerEntry {
  return {
    ...coreJwts,
    failures,
    isVerifiedEverywhere: false,
    reaches: new Set(['sign_in', 'resident', 'mobile']),
    otherAreaFault: tokenNotAccepted,
    environmentGrant: 'default',
    // Residents of a suspended tenant keep log-in, doors and calls.
    isStoppedBySuspension: false,
  };
}

function controllerKey({ controllerKeys, failures }: CallerParts): CallerEntry {
  return {
    ...controllerKeys,
    failures,
    isVerifiedEverywhere: false,
    reaches: new Set(['controllers']),
    otherAreaFault: tokenNotAccepted,
    environmentGrant: 'default',
    // The doors of a suspended tenant keep working.
    isStoppedBySuspension: false,
  };
}

/** The webhooks service verifies signatures. Their failures are never counted, because providers share addresses. */
const provider: CallerEntry = {
  recognise: null,
  verify: () => providerCaller,
  failures: uncounted,
  isVerifiedEverywhere: false,
  reaches: new Set(['webhooks']),
  otherAreaFault: missingCredentials,
  environmentGrant: 'default',
  isStoppedBySuspension: false,
};

const anonymousEntry: CallerEntry = {
  recognise: null,
  verify: () => anonymousCaller,
  failures: uncounted,
  isVerifiedEverywhere: false,
  reaches: openAreas,
  otherAreaFault: missingCredentials,
  environmentGrant: 'default',
  isStoppedBySuspension: false,
};

/** Builds the table of callers. API keys come first, because most requests bring one. */
export function createCallers(parts: CallerParts): Callers {
  return {
    api_key: apiKey(parts),
    core_jwt: coreJwt(parts),
    staff_bearer: staffBearer(parts),
    controller_key: controllerKey(parts),
    operator_session: operatorSession(parts),
    provider,
    anonymous: anonymousEntry,
  };
}
