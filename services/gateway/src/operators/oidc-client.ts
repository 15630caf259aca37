import { createBoundedFetch } from '@pas/platform/outbound/bounded-fetch';
import { unavailable } from '@pas/shared/errors/raise';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  customFetch,
  discovery,
  type Configuration,
} from 'openid-client';

const timeoutSeconds = 5;
/** After a failed discovery, requests are refused for this long without asking the provider. */
const retryMs = 2000;
/** The description of the provider is read again after this time. */
const freshMs = 3_600_000;

/** The largest answer of the provider that is read, in bytes. */
const maxAnswerBytes = 256 * 1024;

export interface OidcClientSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The client of the provider at which operators log in. */
export interface OidcClient {
  /**
   * Reads the provider's own description when it is needed, never at the start.
   *
   * @throws unavailable (`identity_unavailable`)
   */
  connect(): Promise<Configuration>;
  /** The description if it was read before; null otherwise. */
  known(): Configuration | null;
}

/** 503: the provider cannot be reached. */
export const identityUnavailable = (cause: unknown): Error =>
  Object.assign(unavailable('The identity provider is unavailable. Try again.', 'identity_unavailable', 5), {
    cause,
  });

/** Creates the client. All requests that wait for the provider's description share one read of it. */
export function createOidcClient({ issuer, clientId, clientSecret }: OidcClientSettings): OidcClient {
  const server = new URL(issuer);
  const execute = server.protocol === 'http:' ? [allowInsecureRequests] : [];
  let configuration: Configuration | null = null;
  let readAt = 0;
  let failed: { at: number; error: unknown } | null = null;
  let reading: Promise<Configuration> | null = null;

  const read = async (): Promise<Configuration> => {
    try {
      const options = { execute, timeout: timeoutSeconds, [customFetch]: createBoundedFetch(maxAnswerBytes) };
      configuration = await discovery(server, clientId, {}, ClientSecretBasic(clientSecret), options);
      readAt = Date.now();
      failed = null;
      return configuration;
    } catch (error) {
      failed = { at: Date.now(), error };
      // The earlier description is better than none.
      if (configuration) return configuration;
      throw identityUnavailable(error);
    } finally {
      reading = null;
    }
  };

  return {
    known: () => configuration,
    async connect() {
      if (configuration && Date.now() - readAt < freshMs) return configuration;
      if (failed && Date.now() - failed.at < retryMs) {
        if (configuration) return configuration;
        throw identityUnavailable(failed.error);
      }
      reading ??= read();
      return reading;
    },
  };
}
