import { expect, test } from 'vitest';
import { fillSection } from './architecture.ts';

const page = 'before\n<!-- generated:a -->\nold\n<!-- /generated:a -->\nafter\n';

test('a section is replaced between its markers and nowhere else', () => {
  expect(fillSection(page, 'a', 'new')).toBe(
    'before\n<!-- generated:a -->\n\nnew\n\n<!-- /generated:a -->\nafter\n',
  );
});

test('filling a section again changes nothing', () => {
  const filled = fillSection(page, 'a', 'new');
  expect(fillSection(filled, 'a', 'new')).toBe(filled);
});

test('a page without the markers is refused', () => {
  expect(() => fillSection(page, 'b', 'new')).toThrow('has no section b');
});
