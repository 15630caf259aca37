import type { ReceiverPath } from '@pas/webhooks/src/receiver-paths.ts';
import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
  ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { describeFailure } from './describe-failures.ts';
import type { FailureStatus } from '@pas/shared/routes/failure-codes';
import { failureKinds } from './failure-kinds.ts';

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

type FailureCodes = Readonly<Partial<Record<FailureStatus, readonly string[]>>>;

/** Failures for a provider, which retries after 5xx. It authenticates only by its signature. */
const failures: FailureCodes = {
  400: ['malformed_request'],
  401: ['signature_invalid'],
  422: ['validation_failed'],
  431: ['headers_too_large'],
  500: ['internal_error'],
  502: ['bad_upstream', 'upstream_refused'],
  503: ['store_unavailable', 'upstream_unavailable', 'overloaded'],
  504: ['upstream_timeout'],
};

/** Further failures of a webhook with a body. */
const bodyFailures: FailureCodes = {
  400: ['malformed_request', 'body_cut_off'],
  408: ['request_timeout'],
  413: ['body_too_large'],
};

/** Describes failures as components that all receivers share. */
function describeFailures(codes: FailureCodes, prefix = ''): Record<string, ZodOpenApiResponseObject> {
  const statuses = Object.keys(codes).map((status) => Number(status) as FailureStatus);
  return Object.fromEntries(
    statuses.map((status) => {
      const failure = { status, codes: codes[status] ?? [], isOfAdmin: false };
      return [status, describeFailure(failure, `${status === 400 ? prefix : ''}${failureKinds[status].id}`)];
    }),
  );
}

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
  described: Record<string, ZodOpenApiResponseObject>,
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
      ...described,
    },
  };
}

/** Describes the receivers of webhooks as paths of OpenAPI. */
export function describeReceivers(receivers: readonly ReceiverPath[]): ZodOpenApiPathsObject {
  const ofGet = describeFailures(failures);
  const ofPost = { ...ofGet, ...describeFailures(bodyFailures, 'Change') };
  const paths: ZodOpenApiPathsObject = {};
  for (const receiver of receivers) {
    const { path, method } = receiver;
    const described = describeReceiver(receiver, method === 'get' ? ofGet : ofPost);
    paths[path] = { ...paths[path], [method]: described };
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
