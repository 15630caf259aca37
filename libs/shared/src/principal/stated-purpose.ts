import type { IncomingHttpHeaders } from 'node:http';
import type { FieldProblem } from '@pas/platform/errors/fault';
import type { Principal } from './principal.ts';

/** The person or system for whom a caller acts. */
export const onBehalfOfHeader = 'x-pas-on-behalf-of';

/** Why a caller acts. */
export const reasonHeader = 'x-pas-reason';

/** The purpose of a request, as its caller states it. It is not verified. */
export type StatedPurpose = Pick<Principal, 'onBehalfOf' | 'reason'>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a header. Node reads its bytes as Latin-1, and most clients write UTF-8. */
function decode(value: string): string {
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** Bidi controls and zero-width characters, which hide or reorder text. ZWJ and ZWNJ between letters stay. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** The longest name of a person on whose behalf a caller acts, in characters. */
export const maxPersonLength = 200;

interface HeaderRule {
  header: string;
  /** The spelling for people. */
  path: string;
  maxLength: number;
}

const rules = {
  onBehalfOf: { header: onBehalfOfHeader, path: 'X-Pas-On-Behalf-Of', maxLength: maxPersonLength },
  reason: { header: reasonHeader, path: 'X-Pas-Reason', maxLength: 500 },
} as const satisfies Record<keyof StatedPurpose, HeaderRule>;

function problemOf({ path, maxLength }: HeaderRule, text: string): FieldProblem | null {
  if (text.length > maxLength)
    return { path, code: 'too_big', message: `${path}: Use at most ${maxLength} characters.` };
  if (/\p{Cc}/u.test(text))
    return { path, code: 'invalid_format', message: `${path}: Use one line without control characters.` };
  return null;
}

/** Reads the purpose of a request from its headers, UTF-8 or Latin-1. Values with problems are left out. */
export function readStatedPurpose(headers: IncomingHttpHeaders): {
  purpose: StatedPurpose;
  problems: readonly FieldProblem[];
} {
  const purpose: StatedPurpose = {};
  const problems: FieldProblem[] = [];
  for (const [name, rule] of Object.entries(rules) as [keyof StatedPurpose, HeaderRule][]) {
    const value = headers[rule.header];
    if (typeof value !== 'string') continue;
    const text = decode(value).replaceAll(invisible, '').trim();
    const problem = problemOf(rule, text);
    if (problem) problems.push(problem);
    else if (text !== '') purpose[name] = text;
  }
  return { purpose, problems };
}
