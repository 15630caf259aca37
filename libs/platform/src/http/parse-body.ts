import { isUtf8 } from 'node:buffer';
import { formTooLarge, malformed } from '../errors/raise.ts';

/** An escape that starts or ends a pair of two, in JSON's spelling; most texts hold none. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/**
 * Half of a surrogate pair is not a character: the stored text and the digested text would both differ from the sent
 * text.
 */
function refuseHalfCharacters(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('half a character');
  return value;
}

/** @throws malformed for bytes that are no JSON in UTF-8 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.', 'malformed_json');
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  try {
    return JSON.parse(text, surrogateEscape.test(text) ? refuseHalfCharacters : undefined);
  } catch {
    throw malformed('The body is not valid JSON.', 'malformed_json');
  }
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
 * @throws malformed for what is not in UTF-8, too_large for more fields than the route takes
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
