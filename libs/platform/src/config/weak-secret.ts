import { deflateRawSync } from 'node:zlib';

/** The least length of a secret: 32 characters of hex are 128 random bits. */
const minSecretLength = 32;

/** The least number of different characters: one in a million random secrets of 32 hex characters has fewer. */
const minDistinct = 9;

/** Deflate finds repetitions. 32 random characters stay above 28 bytes; a text of repeated pieces falls far below. */
const minDeflatedBytes = 24;

/**
 * Words of placeholders and common passwords. They are so long that less than one random secret in 100,000 contains one
 * by chance.
 */
export const commonWords =
  /change[-_. ]?(?:me|this|it)|secret|example|default|passw[o0]rd|placeholder|insecure|replace|qwerty|letmein|pepper|12345678|abcdefgh|dummy|sample|testing|unsafe/i;

/** Words of one case between separators, as in a phrase. */
const phrase = /^[A-Za-z]?[a-z]+(?:[-_. ][A-Za-z]?[a-z]+){2,}$|^[A-Z]+(?:[-_. ][A-Z]+){2,}$/;

/** Whether most characters directly follow or precede their neighbour in the order of characters. */
function isSequence(text: string): boolean {
  let steps = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) === 1) steps += 1;
  }
  return steps * 2 > text.length;
}

/**
 * Whether a person wrote a text, so it is not random. Signs are few different characters, repeated pieces,
 * sequences and words of examples. It does not prove randomness; it finds placeholders.
 */
export function looksWritten(text: string): boolean {
  if (new Set(text).size < minDistinct || commonWords.test(text) || phrase.test(text)) return true;
  return isSequence(text) || deflateRawSync(text).length < minDeflatedBytes;
}

/** Finds faults of a secret in production. */
export function findSecretFaults(text: string): string[] {
  if (text.length < minSecretLength) {
    return [`is shorter than ${minSecretLength} characters. Use 32 random bytes: openssl rand -base64 32.`];
  }
  return looksWritten(text)
    ? ['is not random: it repeats itself or has words. Use 32 random bytes: openssl rand -base64 32.']
    : [];
}
