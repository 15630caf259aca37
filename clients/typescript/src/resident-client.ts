import { residentOperations } from './generated/resident-operations.ts';
import type { ResidentResources } from './generated/resident-resources.ts';
import { buildResources } from './runtime/build-resources.ts';
import { AuthenticationError } from './runtime/errors.ts';
import type { ClientOptions } from './runtime/options.ts';
import { ResidentSession, type SessionOptions, type SignedInTokens } from './runtime/session.ts';
import { Transport } from './runtime/transport.ts';

/** Options of a client of residents. */
export interface ResidentClientOptions extends ClientOptions {
  session?: SessionOptions;
  /** Whether the client runs in a browser that keeps the refresh token in a cookie; default false. */
  isWeb?: boolean;
}

/** A client of residents: their profile, homes, calls, phones and doors. */
export interface ResidentClient extends ResidentResources {
  /** Keeps the tokens of the last log-in. Log-in, sign-up and log-out update it. */
  readonly session: ResidentSession;
}

/** Creates a client of residents. */
export function createResidentClient(options: ResidentClientOptions): ResidentClient {
  const web = options.isWeb === true ? { 'X-Pas-Client': 'web' } : {};
  const session = new ResidentSession(options.session ?? {}, async (refreshToken) => {
    try {
      await resources.auth.refresh(refreshToken === null ? {} : { refreshToken });
    } catch (error) {
      if (error instanceof AuthenticationError) await session.end();
      throw error;
    }
  });
  const onSession = async (data: unknown): Promise<void> =>
    data === undefined ? session.end() : session.adopt(data as SignedInTokens);
  const transport = new Transport({
    options: { ...options, headers: { ...web, ...options.headers } },
    credentials: session,
    onSession,
  });
  const resources = buildResources(residentOperations, transport) as ResidentResources;
  return { ...resources, session };
}
