const redacted = '[redacted]';

/** Field names whose text is a secret in every answer, whether or not the description marks them. */
const secretName =
  /(?:secret|password|passcode|token|credential|cookie|authorization|signature|csrf\w*)$|^pin$|^invite_?url$/i;

/** Tokens within texts: links of invites and passes, keys, secrets of webhooks, and signed tokens. */
const secretTexts: readonly [RegExp, string][] = [
  [/\/(join|pass)\/[\w-]{8,}/g, `/$1/${redacted}`],
  [/\bpas_(?:live|stg|test|dev)_[0-9A-Za-z]{12}_[0-9A-Za-z]+/g, redacted],
  [/\bpac_[0-9A-Za-z]+_[0-9A-Za-z]+/g, redacted],
  [/\bwhsec_[\w+/=-]{8,}/g, redacted],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, redacted],
];

const redactText = (text: string): string =>
  secretTexts.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);

/**
 * Removes tokens, PINs and secrets from an answer before a model reads it. It removes the fields that the description
 * marks, fields with the name of a secret, and tokens within texts. Numbers and booleans stay, because counts and states
 * have such names too.
 */
export function redact(value: unknown, secretFields: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map((each) => redact(each, secretFields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]): [string, unknown] => {
      const isSecret = secretFields.includes(name) || secretName.test(name);
      const isText = typeof field === 'string' || (typeof field === 'object' && field !== null);
      return [name, isSecret && isText ? redacted : redact(field, secretFields)];
    }),
  );
}
