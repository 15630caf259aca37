const mebibyte = 1024 * 1024;

const filled = (piece: string): string =>
  piece.repeat(Math.floor((mebibyte - 200) / Buffer.byteLength(piece)));

/** Values of `data` in JSON. */
const values: Readonly<Record<string, () => string>> = {
  'arrays within arrays': () => '['.repeat(500_000) + ']'.repeat(500_000),
  'objects within objects': () => `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`,
  zeros: () => `[${filled('0,')}0]`,
  'empty objects': () => `[${filled('{},')}0]`,
  'equal addresses': () => `[${filled('"a@a",')}0]`,
  'addresses in texts': () => `[${filled(`"${'a@a '.repeat(79)}",`)}0]`,
  'addresses of marks': () => `[${filled(`"${'a@\u0315\u0300\u05ae\u0301'.repeat(30)}",`)}0]`,
  'equal phones': () => `[${filled('"5550123",')}0]`,
  'phones before an at sign': () => `[${filled(`"${'1234567@ '.repeat(35)}",`)}0]`,
  separators: () => `[${filled(`"${','.repeat(318)}",`)}0]`,
  'a text of marks': () => `{"payload":{"text":"${filled('\u0315\u0300\u05ae\u0301')}"}}`,
  'numbers of marks': () => `{"payload":{"from":"${filled('\u0315\u0300\u05ae\u0301')}"}}`,
  'e-mails of a user': () =>
    `{"id":"u","email_addresses":[${filled('{"id":"a","email_address":"a@b.test"},')}{}]}`,
  'parts of a subscription': () => `{"object":{"id":"s","items":{"data":[${filled('0,')}0]}}}`,
};

/** JSON bodies that a provider has signed and outsiders may have filled, by name. */
export const providerBodies: Readonly<Record<string, () => Buffer>> = Object.fromEntries(
  Object.entries(values).map(([name, make]) => [
    name,
    () => Buffer.from(`{"type":"user.updated","created":1,"data":${make()}}`),
  ]),
);

/** The names of members that every object inherits. A table that is a plain object seems to have them too. */
export const inheritedNames: readonly string[] = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
