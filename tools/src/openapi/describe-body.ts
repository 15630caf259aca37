import { z } from 'zod';
import { byteSize } from '@pas/platform/errors/byte-size';
import {
  bodyKindsOf,
  mediaTypesOf,
  sentObject,
  type BodyKind,
  type BodyKinds,
  type FieldsSchema,
} from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import type { UnknownInput } from '@pas/platform/http/parse-input';

/** Returns the fields as parsed. A strict copy keeps the metadata of the original except its name. */
function describeFields(fields: z.ZodObject, unknownInput: UnknownInput): z.ZodObject {
  if (unknownInput === 'ignore') return fields;
  const { id: _name, ...meta } = fields.meta() ?? {};
  return fields.strict().meta(meta);
}

const Bytes = z.string().meta({ override: { type: 'string', format: 'binary' } });

function describeKind(kind: BodyKind, kinds: BodyKinds, unknownInput: UnknownInput): z.ZodType {
  const { json, form, multipart } = kinds;
  if (kind === 'json' && json) return describeFields(sentObject(json.schema), unknownInput);
  if (kind === 'form' && form) return describeFields(sentObject(form.schema), unknownInput);
  if (kind === 'multipart' && multipart)
    return describeFields(multipart.fields, unknownInput).extend({ file: Bytes });
  return Bytes;
}

/** Returns the first example of the whole body, if its schema has any. */
function exampleOf(kind: object | undefined): { example?: unknown } {
  if (!kind || !('schema' in kind)) return {};
  const examples = sentObject(kind.schema as FieldsSchema).meta()?.['examples'];
  return Array.isArray(examples) ? { example: examples[0] } : {};
}

/** Describes the limits of a route's own. The description of 413 names the limit of JSON. */
function describeLimits(kinds: BodyKinds): string | null {
  const own = (Object.keys(kinds) as BodyKind[]).filter((kind) => kind !== 'json' || kinds.json?.maxBytes);
  const limits = own.map((kind) => {
    const [type = 'Any media type'] = mediaTypesOf(kind, kinds) ?? [];
    const maxBytes = kinds[kind]?.maxBytes ?? 0;
    return `${type}: at most ${byteSize(maxBytes)}${kind === 'multipart' ? ' of file' : ''}.`;
  });
  return limits.length > 0 ? limits.join(' ') : null;
}

/** Returns whether a route can be called without a body. */
function isOptional({ json, form }: BodyKinds): boolean {
  const schema = json?.schema ?? form?.schema;
  return schema?.safeParse({}).success ?? false;
}

/** Describes the bodies that a route accepts, by media type, schema and limit. */
export function describeBody(route: Route, unknownInput: UnknownInput) {
  const kinds = bodyKindsOf(route);
  const taken = Object.keys(kinds) as BodyKind[];
  if (taken.length === 0) return {};
  const content = taken.flatMap((kind) =>
    (mediaTypesOf(kind, kinds) ?? ['*/*']).map((type) => [
      type,
      { schema: describeKind(kind, kinds, unknownInput), ...exampleOf(kinds[kind]) },
    ]),
  );
  const description = describeLimits(kinds);
  return {
    requestBody: {
      ...(description !== null && { description }),
      required: !isOptional(kinds),
      content: Object.fromEntries(content) as Record<string, { schema: z.ZodType }>,
    },
  };
}
