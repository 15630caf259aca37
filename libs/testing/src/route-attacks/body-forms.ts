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

/** One kind of body that a route takes. */
export interface BodyForm {
  kind: BodyKind;
  /** What its fields are; null where it has none. */
  schema: z.ZodObject | null;
  /** Writes fields in this kind of body. A name may be sent that no object of ours can have. */
  write: (fields: readonly (readonly [string, unknown])[]) => SentBody;
}

const boundary = 'a-boundary-of-tests';
/** The media type of that form. */
export const multipartType = `multipart/form-data; boundary=${boundary}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function part(disposition: string, content: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

/** A form with a file of so many bytes. */
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

/** The kinds of body that a route takes, each with the way to write it. */
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
 * A body that a route takes, with some fields in the place of the sample's; undefined where it takes none. A field whose
 * value is undefined is left out of the sample.
 */
export function sampleSent(route: Route, fields: Fields = {}): SentBody | undefined {
  const [form] = bodyFormsOf(route);
  const sent = { ...(form?.schema && sampleFields(form.schema)), ...fields };
  return form?.write(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/** A body as `fetch` takes it. */
export const asInit = (sent: SentBody | undefined) =>
  sent ? { headers: { 'content-type': sent.type }, body: sent.text } : {};
