import { PassThrough, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import type { FieldProblem } from '../errors/fault.ts';
import { bodyTooLarge, formTooLarge, malformed } from '../errors/raise.ts';
import type { ReceivedFile } from './body-kinds.ts';
import { feed } from './body-streams.ts';

/** The fields of a form as they were sent, and the problems of its parts. */
export interface RawForm<Taken> {
  fields: Record<string, unknown>;
  problems: FieldProblem[];
  /** Undefined for a form without a file. */
  file: Taken | undefined;
}

/** Receives a form whose file is read as a stream. */
export type FormReceiver = <Taken>(take: (file: ReceivedFile) => Promise<Taken>) => Promise<RawForm<Taken>>;

interface FormLimits {
  /** The limit of the file. */
  maxBytes: number;
  maxFields: number;
}

/** The longest field of a form with a file, in bytes. */
const maxFieldBytes = 64 * 1024;

const unreadable = () =>
  malformed('The multipart form cannot be read. Check its boundary and parts.', 'malformed_form');

function createParser({ headers }: Request, { maxBytes, maxFields }: FormLimits) {
  const contentType = headers['content-type'] ?? '';
  const limits = {
    fileSize: maxBytes,
    fieldSize: maxFieldBytes,
    fields: maxFields,
    parts: maxFields + 2,
    headerPairs: 16,
    headerSize: 8 * 1024,
  };
  try {
    return new Busboy({ headers: { ...headers, 'content-type': contentType }, limits });
  } catch {
    throw unreadable();
  }
}

/** Streams the file's bytes to their reader. Unread bytes are dropped, so that the rest of the form can be read. */
function readerOf(file: Readable, maxBytes: number): PassThrough {
  const bytes = new PassThrough();
  file.on('limit', () => bytes.destroy(bodyTooLarge(maxBytes)));
  file.on('error', () => bytes.destroy(unreadable()));
  bytes.on('error', () => undefined);
  bytes.on('close', () => file.unpipe(bytes).resume());
  return file.pipe(bytes);
}

/** Collects the parts of a form. */
class FormParts<Taken> {
  readonly fields = new Map<string, unknown>();
  readonly problems: FieldProblem[] = [];
  reader: PassThrough | null = null;
  taking: Promise<Taken> | null = null;

  addField(name: string, value: string): void {
    if (this.fields.has(name))
      this.problems.push({ path: name, code: 'repeated', message: `${name} can be given only once.` });
    else this.fields.set(name, value);
  }

  /** @returns whether the file is the expected one */
  admitFile(name: string): boolean {
    if (name === 'file' && !this.taking) return true;
    const message = 'Send one file, in the field called file.';
    this.problems.push({ path: name, code: name === 'file' ? 'repeated' : 'unknown_field', message });
    return false;
  }

  async whole(): Promise<RawForm<Taken>> {
    const file = this.taking ? await this.taking : undefined;
    if (!this.taking) this.problems.push({ path: 'file', code: 'required', message: 'file: Is required.' });
    return { fields: Object.fromEntries(this.fields), problems: this.problems, file };
  }
}

/**
 * Prepares to receive a form with a file (RFC 7578). Reading starts when the receiver is called.
 *
 * @throws malformed for a content type without a boundary
 */
export function multipartForm(request: Request, limits: FormLimits): FormReceiver {
  const parser = createParser(request, limits);
  return async <Taken>(take: (file: ReceivedFile) => Promise<Taken>) => {
    const parts = new FormParts<Taken>();
    try {
      await new Promise<void>((resolve, reject) => {
        const exceed = (what: string) => () => reject(formTooLarge(what));
        parser.on('field', (name, value, _isNameCut, isCut) => {
          if (isCut) exceed(`has a field of more than ${maxFieldBytes / 1024} KiB`)();
          else parts.addField(name, value);
        });
        parser.on('file', (name, file, ...described) => {
          const [fileName, , mediaType] = described;
          const bytes = readerOf(file, limits.maxBytes);
          if (!parts.admitFile(name)) {
            bytes.destroy();
            return;
          }
          file.on('limit', () => reject(bodyTooLarge(limits.maxBytes)));
          parts.reader = bytes;
          parts.taking = take({ name: fileName || null, mediaType, bytes });
          parts.taking.then(() => bytes.destroy(), reject);
        });
        parser.on('fieldsLimit', exceed(`has more than ${limits.maxFields} fields`));
        parser.on('partsLimit', exceed('has too many parts'));
        parser.on('error', () => reject(unreadable()));
        parser.on('finish', resolve);
        feed(request, parser);
      });
      return await parts.whole();
    } catch (error) {
      request.unpipe(parser);
      parts.reader?.destroy(error as Error);
      // The work on the file ends first, so that the caller can undo it after the failure.
      await parts.taking?.catch(() => undefined);
      throw error;
    }
  };
}
