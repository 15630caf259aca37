import { readdirSync } from 'node:fs';
import { relative, join } from 'node:path';
import type { Request, Response } from 'express';

const year = 31_536_000;

/** The compressed forms of a file, the smaller first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Lists the paths of all files of a built directory. */
export function listFiles(directory: string): ReadonlySet<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map(({ parentPath, name }) => relative(directory, join(parentPath, name))));
}

/** A file of a built directory. */
export interface BuiltFile {
  directory: string;
  path: string;
  /** All files of the directory. */
  files: ReadonlySet<string>;
}

/** Sends a file in the best form that the client takes. Files below a directory `assets` have a hash as their name. */
export function sendBuilt(request: Request, response: Response, { directory, path, files }: BuiltFile): void {
  const taken = encodings.find(
    ([name, suffix]) => request.acceptsEncodings(name) && files.has(path + suffix),
  );
  const isHashed = /(^|\/)assets\//.test(path);
  response.type(path.slice(path.lastIndexOf('.') + 1)).vary('Accept-Encoding');
  response.set('Cache-Control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache');
  if (taken) response.set('Content-Encoding', taken[0]);
  response.sendFile(path + (taken?.[1] ?? ''), { root: directory, cacheControl: false });
}
