import { expect, test } from 'vitest';
import { formatJson } from './format-json.ts';

test('JSON gets lines, and any other text stays as it is', () => {
  expect(formatJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  for (const text of ['<h1>Not found</h1>', '{"cut": "in the mid', '']) expect(formatJson(text)).toBe(text);
});
