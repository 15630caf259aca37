import { isUtf8 } from 'node:buffer';
import { formTooLarge, jsonTooLarge, malformed } from '../errors/raise.ts';
import { findExcess, findRepeatedName, maxJsonDepth } from './bound-json.ts';

/** An escaped surrogate in JSON; most texts contain none. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** A high surrogate without a low one, or a low one without a high one. */
const halfPair =
  /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F]/;

/**
 * Whether a text has half of a surrogate pair. A half is not a character, so the stored and the digested text would
 * differ from the sent text. UTF-8 has no halves, so only escapes can contain one. An escaped backslash begins no other
 * escape.
 */
const hasHalfCharacter = (text: string): boolean =>
  surrogateEscape.test(text) && halfPair.test(text.replaceAll('\\\\', '  '));

const notJson = (message: string) => malformed(message, 'malformed_json');

/**
 * @param maxValues maximum number of objects, arrays and other values
 * @throws malformed for invalid JSON or UTF-8, too_large for too many values or levels
 */
export function parseJson(bytes: Buffer, maxValues: number): unknown {
  const excess = findExcess(bytes, { maxValues, maxDepth: maxJsonDepth });
  if (excess === 'maxValues') throw jsonTooLarge(`has more than ${maxValues} values`);
  if (excess) throw jsonTooLarge(`has more than ${maxJsonDepth} levels`);
  if (!isUtf8(bytes)) throw notJson('The body is not UTF-8.');
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson('The body is not valid JSON.');
  }
  const repeated = findRepeatedName(bytes);
  if (repeated !== null)
    throw notJson(
      `The body has the name ${JSON.stringify(repeated.slice(0, 100))} twice in one object. Send it once.`,
    );
  if (hasHalfCharacter(text)) throw notJson('The body has half of a surrogate pair.');
  return value;
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

function parsePair(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  try {
    return [decode(name), decode(value.join('='))];
  } catch {
    throw malformed('The form is not in UTF-8, percent-encoded.', 'malformed_form');
  }
}

/**
 * Parses the fields of a form (URL standard, section 5.1). A field that is sent more than once is a list.
 *
 * @throws malformed for invalid UTF-8, too_large for more fields than the route accepts
 */
export function parseForm(bytes: Buffer, maxFields: number): Record<string, unknown> {
  if (!isUtf8(bytes)) throw malformed('The form is not in UTF-8, percent-encoded.', 'malformed_form');
  const pairs = bytes
    .toString('utf8')
    .split('&')
    .filter((pair) => pair !== '');
  if (pairs.length > maxFields) throw formTooLarge(`has more than ${maxFields} fields`);
  const groups = Map.groupBy(pairs.map(parsePair), ([name]) => name);
  const fields = [...groups].map(([name, [first, ...more]]): [string, unknown] => {
    const values = [first, ...more].map((pair) => pair?.[1]);
    return [name, more.length > 0 ? values : values[0]];
  });
  return Object.fromEntries(fields);
}
