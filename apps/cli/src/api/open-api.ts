import { readConfig } from '@pas/platform/config/read-config';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { createAdminClient, type AdminClient } from '@pas/client';
import { ApiConfig } from '../config.ts';

/** The API of one environment, as the caller's key sees it. */
export interface Api {
  client: AdminClient;
  /** Address of the gateway. Its default environment serves residents and controllers. */
  baseUrl: string;
  environment: string;
}

/**
 * Prepares requests to the API with the caller's key.
 *
 * @throws ConfigError for missing settings
 */
export function openApi(environment: Readonly<Record<string, string | undefined>>): Api {
  const config = readConfig(ApiConfig, environment);
  const { PAS_URL: baseUrl, PAS_API_KEY: apiKey, ENVIRONMENT } = config;
  trustAuthorities(config.TLS_CA_FILE);
  const client = createAdminClient({ baseUrl, apiKey, environment: ENVIRONMENT });
  return { client, baseUrl, environment: ENVIRONMENT };
}
