import { hash } from 'node:crypto';
import { emailKey } from '../contacts/email.ts';
import { digitsOf, looksLikePhone, tellingDigits } from './phone-spelling.ts';

/** Kind of an identifier of a person. */
type Kind = 'email' | 'phone' | 'subject';

/** 96 bits in base64url. */
const length = 16;

const digestOf = (kind: Kind, text: string): string =>
  hash('sha256', `${kind} ${text}`, 'base64url').slice(0, length);

/** Returns the digest of an e-mail, in any spelling. */
export const digestEmail = (email: string): string => digestOf('email', emailKey(email));

/** Returns the digest of a phone's last nine digits, in any spelling. */
export const digestPhone = (phone: string): string =>
  digestOf('phone', digitsOf(phone).slice(-tellingDigits));

/** Returns the digest of the identity provider's id of a person. */
export const digestSubject = (subject: string): string => digestOf('subject', subject);

/** Longest text that can be a contact. */
const maxTextLength = 320;

/** Maximum number of digests. No provider names more people in one webhook; further ones are left out. */
const maxDigests = 100;

/** Maximum number of words to digest, because a digest is expensive. */
const maxWords = 2000;

/** Separators around an address, as in `Jordan <mailto:jordan@example.test>`. */
const around = /[\s<>()[\]",;]+|(?:mailto|sips?|tel):/i;

function digestsOf(text: string): string[] {
  if (text.length > maxTextLength) return [];
  if (looksLikePhone(text)) return [digestPhone(text)];
  return text.split(around).flatMap((word) => {
    const name = word.slice(0, Math.max(0, word.indexOf('@')));
    if (name === '') return looksLikePhone(word) ? [digestPhone(word)] : [];
    return [digestEmail(word), ...(looksLikePhone(name) ? [digestPhone(name)] : [])];
  });
}

/**
 * Returns the digests of the e-mails and phones in a provider's message, at any depth, at most a hundred. An erasure
 * uses them to find a stored and unprocessed webhook. They are stored beside its bytes and removed with them. So a
 * secret key would add no protection.
 */
export function digestContacts(content: unknown): string[] {
  const found = new Set<string>();
  let words = 0;
  const waiting: unknown[] = [content];
  while (waiting.length > 0 && found.size < maxDigests && words < maxWords) {
    const part = waiting.pop();
    if (typeof part === 'string')
      for (const digest of digestsOf(part)) {
        found.add(digest);
        words += 1;
      }
    else if (typeof part === 'object' && part !== null)
      for (const inner of Object.values(part)) waiting.push(inner);
  }
  return [...found].slice(0, maxDigests);
}
