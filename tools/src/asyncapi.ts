import { catalogue } from '@pas/shared/events/catalogue';
import { Envelope } from '@pas/platform/events/envelope';
import { stringify } from 'yaml';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import type { GeneratedFile } from './generated-file.ts';

const header = '# Generated from the event schemas by `pnpm run generate`. Change those, never this file.\n';

const description = `The events that the services publish over NATS JetStream, in CloudEvents 1.0 envelopes.

- A change and its events are committed in one transaction. Events are published at least once: ignore an \`id\` that you have seen.
- The order is not guaranteed. \`data.aggregateVersion\` counts the changes of an entity: ignore an older version.
- A message has the first twenty entries of a long list. The consumers of the services read the whole event where it was committed.
- Later versions may add fields: ignore those that you don't know. No event carries a token, a password or a contact.`;

/** Returns the JSON Schema of a part of an event. It stays open, because later events may have more fields. */
function jsonSchema(schema: z.ZodType) {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    target: 'draft-7',
    override({ jsonSchema: part }) {
      if (part.additionalProperties === false) delete part.additionalProperties;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
    },
  });
  return described;
}

/** Returns a subject without the common prefix: `onboarding.invite.created`. */
const nameOf = (subject: string): string => subject.replace(/^pas\.v1\./, '');

function describeMessage(subject: string, data: z.ZodType) {
  const specific = { type: 'object', properties: { type: { const: subject }, data: jsonSchema(data) } };
  return {
    name: nameOf(subject),
    contentType: 'application/cloudevents+json',
    headers: { $ref: '#/components/schemas/Headers' },
    payload: { allOf: [{ $ref: '#/components/schemas/Envelope' }, specific] },
  };
}

/** Describes subjects as channels, with the operations that publish on them. */
function describeChannels(subjects: readonly string[]) {
  const channels = subjects.map((subject) => {
    const name = nameOf(subject);
    const messages = { [name]: { $ref: `#/components/messages/${name}` } };
    return [name, { address: subject, messages }] as const;
  });
  const operations = channels.map(([name]) => {
    const channel = { $ref: `#/channels/${name}` };
    return [`publish.${name}`, { action: 'send', channel }] as const;
  });
  return { channels: Object.fromEntries(channels), operations: Object.fromEntries(operations) };
}

/** Builds the AsyncAPI 3 document of all events. */
function describeEvents() {
  const events = Object.entries(catalogue);
  const messages = events.map(
    ([subject, data]) => [nameOf(subject), describeMessage(subject, data)] as const,
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Property access: events',
      version: manifest.version,
      description,
      license: { name: manifest.license },
    },
    defaultContentType: 'application/cloudevents+json',
    ...describeChannels(events.map(([subject]) => subject)),
    components: {
      messages: Object.fromEntries(messages),
      schemas: {
        Envelope: jsonSchema(Envelope),
        Headers: {
          type: 'object',
          properties: {
            'Nats-Msg-Id': {
              type: 'string',
              description: 'The id of the event; JetStream drops repeats of it.',
            },
          },
          required: ['Nats-Msg-Id'],
        },
      },
    },
  };
}

/** Generates the AsyncAPI document of the bus. */
export function asyncApiFiles(): GeneratedFile[] {
  const content = header + stringify(describeEvents(), { lineWidth: 110, aliasDuplicateObjects: false });
  return [{ path: 'docs/asyncapi.yaml', content }];
}
