import { normalizeUrl } from '@pas/platform/outbound/outbound-url';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { publicEventTypes } from '@pas/shared/events/public-types';
import { idSchema } from '@pas/shared/ids/id';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';
import { entityFields, patchFields, presentEntity } from '../entity.schema.ts';

const SubscribedType = z.enum([...publicEventTypes, '*']).meta({
  id: 'SubscribedEventType',
  description: 'A type of event, or `*` for all types.',
  override: {
    'x-enum-varnames': [...publicEventTypes.map((type) => type.replace('.', '_').toUpperCase()), 'ALL'],
  },
});

export const EndpointStatus = z.enum(['ACTIVE', 'PAUSED', 'DISABLED']).meta({
  description:
    'ACTIVE: gets events. PAUSED: gets none, until you set it to ACTIVE. DISABLED: the sender has stopped, see `disabledReason`. `POST …/recover` sends the events that an inactive endpoint has missed.',
});

const SettableStatus = z.enum(['ACTIVE', 'PAUSED']);

/** An endpoint as the Admin API shows it: never its secret. */
export const WebhookEndpoint = z
  .object({
    ...entityFields('webhookEndpoint'),
    url: z.string().meta({ example: 'https://hooks.example.com/property-access' }),
    events: z.array(SubscribedType).meta({ example: ['door.opened', 'door.denied'] }),
    propertyIds: z.array(idSchema('property')).nullable().meta({
      description: 'The properties whose events it gets. Null: all properties of the tenant.',
    }),
    description: z.string().nullable(),
    status: EndpointStatus,
    failingSince: Timestamp.nullable().meta({
      description: 'The start of continuous failure. After five days the endpoint is DISABLED.',
    }),
    disabledReason: z.enum(['GONE', 'FAILING']).nullable().meta({
      description: 'GONE: the endpoint answered 410. FAILING: no attempt succeeded for five days.',
    }),
    createdBy: z.object({
      type: z.string().meta({ example: 'API_KEY' }),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
  })
  .meta({ id: 'WebhookEndpoint' });

/** The events that an endpoint has missed, as a number. */
export const MissedEvents = z
  .object({
    count: z.int().min(0),
    since: Timestamp.nullable().meta({ description: 'The time of the oldest one. Null without any.' }),
    complete: z.boolean().meta({ description: 'Whether all events were checked. False: there may be more.' }),
  })
  .meta({ id: 'MissedEvents' });

/** A new endpoint, or one with a new secret. */
export const NewWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().nullable().meta({
    'x-secret': true,
    description:
      'The secret for verifying the signature of each request. Only this answer shows it: it is null when the request is repeated with its Idempotency-Key.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }),
  secretAvailable: z.boolean().meta({ description: 'Whether this answer shows the secret.' }),
}).meta({ id: 'NewWebhookEndpoint' });

const Url = z.string().trim().min(1).overwrite(normalizeUrl).max(2048).meta({
  description:
    'An https address that the public internet reaches. It is normalized: the name in ASCII, without a fragment. Private addresses and names are refused, here and at each attempt; so are names inside a cluster. Redirects are not followed.',
  example: 'https://hooks.example.com/property-access',
});

const Events = z
  .array(SubscribedType)
  .min(1)
  .max(20)
  .transform((types) => [...new Set(types)])
  .meta({
    description:
      'The types of events to send, or `*` for all. The caller must hold the read scope of each type.',
    override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: 'array' }),
    example: ['door.opened', 'door.denied'],
  });

const PropertyIds = z.array(idSchema('property')).min(1).max(100).nullable().meta({
  description:
    'Sends only events of these properties. Null: all properties of the tenant. A caller that is restricted to some properties names them here.',
});

const Description = oneLine(200).nullable();

const writable = {
  url: Url,
  events: Events,
  propertyIds: PropertyIds.optional(),
  description: Description.optional(),
  status: SettableStatus.optional(),
};

export const CreateWebhookEndpoint = z
  .object(writable)
  .meta({ examples: [{ url: 'https://hooks.example.com/property-access', events: ['door.opened'] }] });
export type CreateWebhookEndpoint = z.output<typeof CreateWebhookEndpoint>;

export const UpdateWebhookEndpoint = z.object({
  ...patchFields(writable),
  status: SettableStatus.optional().meta({
    description: 'ACTIVE also starts a DISABLED endpoint again.',
  }),
});
export type UpdateWebhookEndpoint = z.output<typeof UpdateWebhookEndpoint>;

/** Fields whose changes the audit records. */
export const auditedWebhookEndpoint = { fields: Object.keys(writable) };

/** Presents a stored endpoint without its secrets; the answer's schema removes undeclared fields. */
export function presentWebhookEndpoint(row: WebhookEndpointRow): z.input<typeof WebhookEndpoint> {
  const { secrets: _hidden, ...shown } = row;
  return {
    ...shown,
    ...presentEntity(row),
    events: row.events as z.input<typeof WebhookEndpoint>['events'],
    failingSince: timestamp(row.failingSince),
  };
}
