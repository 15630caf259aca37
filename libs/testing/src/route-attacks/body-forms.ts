import {
  bodyKindsOf,
  mediaTypesOf,
  sentObject,
  type BodyKind,
  type BodyKinds,
} from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import type { z } from 'zod';
import { sampleFields, type Fields } from './sample-input.ts';

/** A body as it is sent. */
export interface SentBody {
  type: string;
  text: string;
}

/** One kind of body that a route accepts. */
export interface BodyForm {
  kind: BodyKind;
  /** The schema of its fields; null without fields. */
  schema: z.ZodObject | null;
  /** Writes fields in this kind of body. The names may include `__proto__`. */
  write: (fields: readonly (readonly [string, unknown])[]) => SentBody;
}

const boundary = 'a-boundary-of-tests';
/** The media type of the multipart form. */
export const multipartType = `multipart/form-data; boundary=${boundary}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function part(disposition: string, content: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

/** Writes a form with a file of `fileBytes` bytes. */
export function multipartText(fields: readonly (readonly [string, unknown])[], fileBytes = 3): string {
  const parts = fields.map(([name, value]) => part(`name="${name}"`, textOf(value)));
  const file = part('name="file"; filename="rows.csv"', 'x'.repeat(fileBytes));
  return `${parts.join('')}${file}--${boundary}--\r\n`;
}

const writers: Record<BodyKind, (fields: readonly (readonly [string, unknown])[]) => string> = {
  json: (fields) =>
    `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  form: (fields) =>
    new URLSearchParams(fields.map(([name, value]): [string, string] => [name, textOf(value)])).toString(),
  multipart: (fields) => multipartText(fields),
  table: () => 'unit,email\n4B,jordan@example.test\n',
  raw: () => 'raw',
};

function schemaOf(kind: BodyKind, { json, form, multipart }: BodyKinds): z.ZodObject | null {
  const schemas: Partial<Record<BodyKind, z.ZodObject | undefined>> = {
    json: json && sentObject(json.schema),
    form: form && sentObject(form.schema),
    multipart: multipart?.fields,
  };
  return schemas[kind] ?? null;
}

/** Lists the kinds of body that a route accepts, each with its writer. */
export function bodyFormsOf(route: Route): BodyForm[] {
  const kinds = bodyKindsOf(route);
  return (Object.keys(kinds) as BodyKind[]).map((kind) => {
    const type = mediaTypesOf(kind, kinds)?.[0] ?? 'application/octet-stream';
    return {
      kind,
      schema: schemaOf(kind, kinds),
      write: (fields) => ({ type: kind === 'multipart' ? multipartType : type, text: writers[kind](fields) }),
    };
  });
}

/**
 * Makes a sample body of a route with some fields replaced; undefined for a route without a body. A field with the
 * value undefined is removed from the sample.
 */
export function sampleSent(route: Route, fields: Fields = {}): SentBody | undefined {
  const [form] = bodyFormsOf(route);
  const sent = { ...(form?.schema && sampleFields(form.schema)), ...fields };
  return form?.write(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/** Converts a body to options of `fetch`. */
export const asInit = (sent: SentBody | undefined) =>
  sent ? { headers: { 'content-type': sent.type }, body: sent.text } : {};
