import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Description } from './description.ts';

const directory = new URL('../../../docs/openapi/', import.meta.url);

/** The API descriptions of a release. */
export const descriptionNames = ['admin', 'resident', 'core-mobile', 'webhooks'] as const;

/** Returns the file of an API description, or of its last released form. */
export const descriptionFile = (name: string, isReleased = false): URL =>
  new URL(`${isReleased ? 'released/' : ''}${name}.yaml`, directory);

/** Reads an API description. */
export const readDescription = async (name: string, isReleased = false): Promise<Description> =>
  parse(await readFile(descriptionFile(name, isReleased), 'utf8')) as Description;

/** A breaking change that is intended. */
export interface DeclaredBreak {
  /** The description: `admin`. */
  api: string;
  /** The line of `findBreaks`. */
  break: string;
  reason: string;
}

/** Reads the intended breaking changes since the last release. */
export async function readDeclaredBreaks(): Promise<readonly DeclaredBreak[]> {
  const text = await readFile(descriptionFile('declared-breaks', true), 'utf8');
  return (parse(text) as DeclaredBreak[] | null) ?? [];
}
