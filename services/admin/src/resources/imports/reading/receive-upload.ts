import type { Readable } from 'node:stream';
import { Fault } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { toRequest, type DryRunBody, type DryRunQuery } from '../dry-run.schema.ts';
import type { RowsOf } from '../rows/stage-rows.ts';
import { digestBody, type BodyDigest } from './digest-body.ts';
import { receiveRows, type DraftImport } from './receive-rows.ts';
import type { TableReader } from './table-reader.ts';
import type { JsonFields } from './tables/json-rows.schema.ts';
import type { ColumnMapping } from './tables/recognize-columns.ts';
import { problemsOfRows } from './tables/refusals.ts';

/** The request of a dry run, with its unread body. */
export interface Upload {
  query: DryRunQuery;
  body: DryRunBody;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Gets the import whose rows are stored before its plan. */
  stored: RowsOf[];
}

/** Fields of an import request besides the rows. */
interface ImportRequest {
  propertyId?: string | undefined;
  mapping?: ColumnMapping | undefined;
  options: ImportRow['options'];
}

/** An upload whose body is read. */
export interface ReceivedUpload {
  draft: DraftImport;
  request: ImportRequest;
  /** Identifies a repeat of the body and its fields: SHA-256, hex. */
  digest: string;
}

/** The part of a body that holds the table. */
interface TablePart {
  bytes: Readable;
  format: 'file' | 'json';
  charset?: string | null;
  fileName?: string | null;
}

interface ReadTable {
  draft: DraftImport;
  /** The fields beside the rows of JSON. */
  fields: JsonFields;
}

/** Reads the table of a body. It returns the fault of an invalid table, because faults of fields have priority. */
type ReadPart = (part: TablePart) => Promise<ReadTable | Fault>;

type UploadContent = Omit<ReceivedUpload, 'digest'> & {
  /** The fields of the digest. Default: `request`. */
  sent?: unknown;
};

type BodyOf<Kind extends DryRunBody['kind']> = Extract<DryRunBody, { kind: Kind }>;

function asRefusal(error: unknown): Fault {
  if (error instanceof Fault && error.kind === 'invalid') return error;
  throw error;
}

function partReader(
  ctx: OperationContext,
  tables: TableReader,
  { digest, signal, stored }: { digest: BodyDigest } & Pick<Upload, 'signal' | 'stored'>,
): ReadPart {
  return async ({ bytes, format, charset = null, fileName = null }) => {
    const upload = { tenantId: ctx.tenantId, signal, format, charset, bytes: digest.reading(bytes) };
    const field = format === 'json' ? 'rows' : 'file';
    const reading = tables.read(upload, async (table) => ({
      draft: await receiveRows(ctx, table, { field, fileName, stored }),
      fields: table.fields as JsonFields,
    }));
    return reading.catch(asRefusal);
  };
}

/** @throws invalid with all faults of the query and the body */
async function receiveJson(
  read: ReadPart,
  { bytes, problems }: BodyOf<'json'>,
  query: DryRunQuery,
): Promise<UploadContent> {
  const table = await read({ bytes, format: 'json' });
  if (table instanceof Fault) throw invalid([...problems, ...problemsOfRows(table)], table.code);
  if (problems.length > 0) throw invalid([...problems]);
  const { draft, fields } = table;
  return { draft, request: { ...fields, propertyId: fields.propertyId ?? query.propertyId }, sent: fields };
}

async function receiveFile(
  read: ReadPart,
  { bytes, charset }: BodyOf<'table'>,
  query: DryRunQuery,
): Promise<UploadContent> {
  const table = await read({ bytes, format: 'file', charset });
  if (table instanceof Fault) throw table;
  return { draft: table.draft, request: toRequest(query) };
}

async function receiveForm(
  read: ReadPart,
  { receive }: BodyOf<'multipart'>,
  query: DryRunQuery,
): Promise<UploadContent> {
  const { fields, file: table } = await receive(async ({ name, bytes }) =>
    read({ bytes, format: 'file', fileName: name }),
  );
  if (table instanceof Fault) throw table;
  return { draft: table.draft, request: toRequest({ ...query, ...fields }) };
}

async function receiveBody(read: ReadPart, { body, query }: Upload): Promise<UploadContent> {
  if (body.kind === 'json') return receiveJson(read, body, query);
  if (body.kind === 'table') return receiveFile(read, body, query);
  return receiveForm(read, body, query);
}

/**
 * Reads the table and the fields of an upload: a file, a form with a file, or JSON.
 *
 * @throws invalid, malformed, too_large and unsupported_media_type for the body
 * @throws rate_limited and unavailable when no turn to read a table comes in time
 */
export async function receiveUpload(
  ctx: OperationContext,
  tables: TableReader,
  upload: Upload,
): Promise<ReceivedUpload> {
  const digest = digestBody();
  const read = partReader(ctx, tables, { ...upload, digest });
  const { draft, request, sent = request } = await receiveBody(read, upload);
  return { draft, request, digest: digest.end(sent) };
}
