import { createHash } from 'node:crypto';
import { unsupportedMediaType } from '@pas/platform/errors/raise';
import type { ReceivedFile } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { created, ok } from '@pas/platform/http/reply';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';

export const maxBytes = 64 * 1024;

/** Files of the forms: the kept ones, and the ones being received. */
export const shelf = { kept: new Map<string, number>(), drafts: new Set<ReceivedFile>() };

async function measure(pieces: AsyncIterable<string | Buffer>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += Buffer.byteLength(piece);
  }
  return { bytes, sha256: hash.digest('hex') };
}

type Receive = <Taken>(
  take: (file: ReceivedFile) => Promise<Taken>,
) => Promise<{ fields: { note?: string | undefined }; file: Taken }>;

/** Keeps a file under its digest, once the whole form is there. */
async function keepFile(receive: Receive) {
  const drafts: ReceivedFile[] = [];
  try {
    const { fields, file } = await receive(async (received) => {
      drafts.push(received);
      shelf.drafts.add(received);
      return { ...(await measure(received.bytes)), name: received.name };
    });
    shelf.kept.set(file.sha256, file.bytes);
    return { note: fields.note ?? null, ...file };
  } finally {
    for (const draft of drafts) shelf.drafts.delete(draft);
  }
}

function requireKnown(charset: string | null): void {
  if (charset !== null && !/^(?:utf-8|latin1)$/.test(charset)) throw unsupportedMediaType(['text/csv']);
}

const Measured = z.object({ bytes: z.int(), sha256: z.string() });
const Fields = z.object({ note: z.string().max(20).optional() });
const Kept = Measured.extend({ note: z.string().nullable(), name: z.string().nullable() });

const shell = {
  summary: 'A toy',
  scope: 'units:write',
  method: 'post',
} as const;

/** A route for each kind of body, and one for several. */
export const bodyRoutes: readonly Route[] = [
  defineRoute({
    ...shell,
    path: '/api/admin/bodies/csv',
    operationId: 'postBodiesCsv',
    query: { propertyId: z.string().optional() },
    body: { table: { maxBytes } },
    response: Measured.extend({ propertyId: z.string().nullable() }),
    run: async ({ body: { bytes, charset }, query: { propertyId = null } }) => {
      requireKnown(charset);
      return ok({ ...(await measure(bytes)), propertyId });
    },
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/bodies/file',
    operationId: 'postBodiesFile',
    status: [201],
    body: { multipart: { fields: Fields, maxBytes } },
    response: Kept,
    run: async ({ body: { receive } }) => created(await keepFile(receive)),
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/bodies/form',
    operationId: 'postBodiesForm',
    body: {
      form: { schema: z.object({ name: z.string().min(1).max(40), note: z.string().optional() }), maxBytes },
    },
    response: z.object({ name: z.string(), note: z.string().nullable() }),
    run: async ({ body: { fields } }) => ok({ name: fields.name, note: fields.note ?? null }),
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/bodies/raw',
    operationId: 'postBodiesRaw',
    body: { raw: { maxBytes } },
    response: z.object({ base64: z.string(), mediaType: z.string().nullable() }),
    run: async ({ body: { bytes, mediaType } }) => ok({ base64: bytes.toString('base64'), mediaType }),
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/bodies/any',
    operationId: 'postBodiesAny',
    body: {
      json: { schema: z.object({ rows: z.array(z.string()).min(1) }) },
      table: { maxBytes },
      multipart: { fields: Fields, maxBytes },
      raw: { maxBytes, mediaTypes: ['application/vnd.toy'] },
    },
    response: z.object({ kind: z.string(), bytes: z.int() }),
    run: async ({ body }) => {
      const { kind } = body;
      if (kind === 'json') return ok({ kind, bytes: body.fields.rows.join('').length });
      if (kind === 'raw') return ok({ kind, bytes: body.bytes.length });
      if (kind === 'table') {
        requireKnown(body.charset);
        return ok({ kind, bytes: (await measure(body.bytes)).bytes });
      }
      return ok({ kind, bytes: (await keepFile(body.receive)).bytes });
    },
  }),
];
