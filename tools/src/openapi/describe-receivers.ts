import type { ReceiverPath } from '@pas/webhooks/src/receiver-paths.ts';
import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { describeFailure, describeFailureWith, type FailureStatus } from './describe-failures.ts';

/** A header of a signature. */
interface SignatureHeader {
  header: string;
  description: string;
}

const timestamp = 'The time of the signature in seconds, in decimal digits. At most 300 s from now.';

/** Headers of each provider's signature, by scheme. All headers of a provider are required. */
const signatures: Readonly<Record<ReceiverPath['provider'], Readonly<Record<string, SignatureHeader>>>> = {
  'telephony-a': {
    telephonyASignature: {
      header: 'X-Telephony-A-Signature',
      description:
        'Base64 of HMAC-SHA1 under the auth token over the public URL and the sorted fields of the form. JSON is signed by its SHA-256 in the query (`bodySHA256`).',
    },
  },
  'telephony-b': {
    telephonyBSignature: {
      header: 'Telephony-B-Signature-Ed25519',
      description: 'Base64 of the Ed25519 signature over timestamp, `|` and body.',
    },
    telephonyBTimestamp: { header: 'Telephony-B-Timestamp', description: timestamp },
  },
  payments: {
    paymentsSignature: {
      header: 'Payments-Signature',
      description:
        '`t=<seconds>,v1=<hex>`: HMAC-SHA256 under the signing secret over time, `.` and body. Several `v1` are allowed.',
    },
  },
  identity: {
    identityId: { header: 'webhook-id', description: 'Id of the message, the same for repeats.' },
    identityTimestamp: { header: 'webhook-timestamp', description: timestamp },
    identitySignature: {
      header: 'webhook-signature',
      description:
        '`v1,` and base64 of HMAC-SHA256 over id, `.`, time, `.` and body (Standard Webhooks). Several are separated by blanks.',
    },
  },
};

/** Tags of receivers by provider. */
export const receiverTags: Readonly<Record<ReceiverPath['provider'], string>> = {
  'telephony-a': 'Telephony A',
  'telephony-b': 'Telephony B',
  payments: 'Payments',
  identity: 'Identity',
};

/** Failure statuses for a provider, which retries after 5xx. */
const failures = [400, 413, 422, 500, 502, 503, 504] as const satisfies readonly FailureStatus[];

const Received = z.object({ received: z.literal(true) }).meta({ id: 'Received' });
const Fields = z.record(z.string(), z.string()).meta({ id: 'Fields' });
const Event = z.looseObject({}).meta({ id: 'Event' });

function describeInput({ sends, example }: ReceiverPath): Partial<ZodOpenApiOperationObject> {
  if (sends === 'query') {
    const shape = Object.fromEntries(
      Object.entries(example).map(([name, value]) => [
        name,
        z.string().optional().meta({ description: 'See the provider’s documentation.', example: value }),
      ]),
    );
    return { requestParams: { query: z.object(shape) } };
  }
  const [mediaType, schema] = {
    form: ['application/x-www-form-urlencoded', Fields],
    json: ['application/json', Event],
  }[sends] as [string, z.ZodType];
  return { requestBody: { required: true, content: { [mediaType]: { schema, example } } } };
}

const successes = {
  receipt: { 'application/json': { schema: Received, example: { received: true } } },
  instructions: {
    'text/xml': {
      schema: z.string(),
      example: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
    },
  },
} as const;

function describeReceiver(
  receiver: ReceiverPath,
  shared: ReadonlyMap<FailureStatus, ReturnType<typeof describeFailure>>,
): ZodOpenApiOperationObject {
  const { operationId, summary, description, provider, answers } = receiver;
  const needed = Object.keys(signatures[provider]).map((name) => [name, []]);
  return {
    operationId,
    summary,
    description,
    tags: [receiverTags[provider]],
    security: [Object.fromEntries(needed) as Record<string, string[]>],
    ...describeInput(receiver),
    responses: {
      200: {
        description: 'Stored. The same answer goes to a repeat, an unknown type and an unknown subject.',
        content: successes[answers],
      },
      // A provider authenticates only by its signature, so codes of keys or tokens cannot occur.
      401: describeFailureWith(401, ['signature_invalid'], 'none'),
      ...Object.fromEntries(failures.map((status) => [status, shared.get(status)])),
    },
  };
}

/** Describes the receivers of webhooks as paths of OpenAPI. */
export function describeReceivers(receivers: readonly ReceiverPath[]): ZodOpenApiPathsObject {
  const shared = new Map(failures.map((status) => [status, describeFailure(status, 'none')] as const));
  const paths: ZodOpenApiPathsObject = {};
  for (const receiver of receivers) {
    const { path, method } = receiver;
    paths[path] = { ...paths[path], [method]: describeReceiver(receiver, shared) };
  }
  return paths;
}

/** Returns the security schemes of receivers: the headers of their signatures. */
export function describeSignatures(
  receivers: readonly ReceiverPath[],
): Record<string, ZodOpenApiSecuritySchemeObject> {
  const providers = [...new Set(receivers.map(({ provider }) => provider))];
  const headers = providers.flatMap((provider) => Object.entries(signatures[provider]));
  return Object.fromEntries(
    headers.map(([name, { header, description }]) => [
      name,
      { type: 'apiKey', in: 'header', name: header, description },
    ]),
  );
}
