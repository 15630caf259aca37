import { CommaList, HttpUrl, Origins, Port, SafeText } from '@pas/platform/config/fields';
import { maxPersonLength } from '@pas/shared/principal/stated-purpose';
import { processFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

const { NODE_ENV, HOST, LOG_LEVEL, TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE, DRAIN_MS, BUILD_ID } =
  processFields;

/** Settings of the MCP server. */
export const McpConfig = z.object({
  NODE_ENV,
  PAS_URL: HttpUrl.describe('Address of the gateway.'),
  PAS_ENVIRONMENT: SafeText.optional().describe('Environment of all calls. Default: that of the gateway.'),
  PAS_ACCESS: z.enum(['read', 'write']).default('read').describe('`write` offers changes too.'),
  PAS_CONFIRM: z
    .enum(['elicitation', 'host'])
    .default('elicitation')
    .describe(
      'How the person confirms a plan. `elicitation`: this server asks by the client, and refuses clients that cannot ask. `host`: a client without elicitation asks its user itself.',
    ),
  PAS_API_KEY: SafeText.optional().describe(
    'API key of the agent. Only for stdio: HTTP takes the key of each request.',
  ),
  PAS_ON_BEHALF_OF: SafeText.max(maxPersonLength)
    .optional()
    .describe('Person whom the agent serves, for the audit. Only for stdio.'),
  PORT: Port.optional().describe('Port of streamable HTTP. Without it, the server speaks over stdio.'),
  HOST,
  ALLOWED_ORIGINS: Origins.default([]).describe('Origins whose pages may use the server. Default: none.'),
  TRUSTED_PROXIES: CommaList.default([]).describe(
    'Trusted proxies: addresses or CIDR ranges whose X-Forwarded-For is used.',
  ),
  MAX_SESSIONS: z.coerce.number().int().min(1).max(10_000).default(200).describe('Sessions of all keys.'),
  LOG_LEVEL,
  TLS_CERT_FILE,
  TLS_KEY_FILE,
  TLS_CA_FILE,
  DRAIN_MS,
  BUILD_ID,
});
export type McpConfig = z.output<typeof McpConfig>;
