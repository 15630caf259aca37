import { z } from 'zod';
import {
  EnvironmentName,
  HttpUrl,
  Milliseconds,
  MongoUrl,
  NatsUrl,
  PemList,
  Port,
  SafeText,
} from '@pas/platform/config/fields';
import { TlsCaFile, TlsCertFile, TlsKeyFile } from '@pas/platform/config/tls-files';

/** The settings of every process: addresses, log and metrics. */
export const processFields = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('The mode of the process.'),
  HOST: SafeText.default('127.0.0.1').describe('Address to listen on.'),
  PORT: Port.describe('Port of the HTTP server.'),
  TLS_CERT_FILE: TlsCertFile.describe(
    'PEM file of the certificate of this process, followed by those of its issuers. With it both ports answer ' +
      'over TLS. A changed file is read within 3 s.',
  ),
  TLS_KEY_FILE: TlsKeyFile.describe('PEM file of the private key of that certificate.'),
  TLS_CA_FILE: TlsCaFile.describe(
    'PEM file of certificate authorities that are trusted beside those of the machine, in all connections that this ' +
      'process opens.',
  ),
  BUILD_ID: SafeText.default('unknown').describe(
    'The build, such as a commit. /livez, /metrics and every log line name it. The image sets it.',
  ),
  METRICS_PORT: Port.optional().describe('Port of /metrics. Without it, no metrics are served.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional().describe(
    'The collector of traces (OTLP over HTTP, JSON). Without it, no spans are recorded. The library reads further ' +
      'OTEL_EXPORTER_OTLP_* variables, such as the headers.',
  ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'Share of the requests whose traces are recorded, from 0 to 1. The gateway decides for its services.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('The lowest logged level.'),
  DRAIN_MS: Milliseconds.default(4000).describe(
    'Time for which a stopping process stays reachable and reports unready, in milliseconds.',
  ),
  ENVIRONMENT: EnvironmentName.describe('The environment (Core) that this process belongs to.'),
  MONGO_URL: MongoUrl.describe('The database of the environment.'),
  CONTROL_MONGO_URL: MongoUrl.optional().describe(
    'The database of tenants, keys and operator sessions. Default: MONGO_URL.',
  ),
};

/** Further settings of every service behind the gateway. */
export const serviceFields = {
  ...processFields,
  ASSERTION_PUBLIC_KEYS: PemList.describe(
    'Accepted Ed25519 public keys (PEM) of the gateways. During a rotation: the new and the old key.',
  ),
};

/** The address of the event bus, for processes that publish or consume. */
export const busFields = {
  NATS_URL: NatsUrl.describe('The environment’s account on the event bus, with the user of this program.'),
};
