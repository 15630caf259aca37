import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The colours of a company have a test of their own.
const [css = ''] = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').split('@supports');
const declared = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
);

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** Returns the colour of a token in a scheme, as `#rrggbb`. */
function colorOf(name: string, scheme: Scheme): string {
  const value = declared.get(name)?.trim() ?? '';
  const [, light = '', dark = ''] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  const one = light === '' ? value : { light, dark }[scheme];
  const [, other] = /^var\(--([\w-]+)\)$/.exec(one) ?? [];
  return other === undefined ? one : colorOf(other, scheme);
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two tokens in a scheme. */
function contrastOf(first: string, second: string, scheme: Scheme): number {
  const [low = 0, high = 0] = [first, second]
    .map((name) => luminanceOf(colorOf(name, scheme)))
    .toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['paper', 'raised', 'ground', 'hover'];

/** Texts with the grounds on which they appear. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: [...grounds, 'muted-ground', 'accent-ground'],
  soft: [...grounds, 'accent-ground'],
  placeholder: ['paper', 'raised'],
  muted: ['muted-ground', 'paper'],
  'accent-text': [...grounds, 'accent-ground'],
  'accent-ink': ['accent-ground', 'accent-mark'],
  good: ['good-ground', 'paper', 'ground'],
  warn: ['warn-ground', 'paper', 'ground'],
  bad: ['bad-ground', 'paper', 'raised', 'ground'],
  'on-solid': [
    'accent',
    'accent-hover',
    'solid-muted',
    'solid-good',
    'solid-warn',
    'solid-bad',
    'solid-bad-hover',
  ],
  'code-ink': ['code-ground'],
  'code-text': ['code-ground'],
};

/** Borders and areas that carry meaning, with their surroundings. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  edge: ['paper', 'raised', 'ground'],
  accent: ['paper', 'ground'],
};

/** The pairs with a contrast below the least one. */
const weakPairs = (
  pairs: Readonly<Record<string, readonly string[]>>,
  least: number,
  scheme: Scheme,
): string[] =>
  Object.entries(pairs).flatMap(([name, others]) =>
    others
      .map((other) => ({ pair: `${name} on ${other}`, contrast: contrastOf(name, other, scheme) }))
      .filter(({ contrast }) => !(contrast >= least))
      .map(({ pair, contrast }) => `${pair}: ${contrast.toFixed(2)}`),
  );

describe.each(schemes)('the colours of the %s scheme', (scheme) => {
  test('are opaque and complete', () => {
    const names = [...Object.entries(texts), ...Object.entries(shapes)].flatMap(([name, others]) => [
      name,
      ...others,
    ]);
    const wrong = names.filter((name) => !/^#[0-9a-f]{6}$/.test(colorOf(name, scheme)));
    expect(wrong).toEqual([]);
  });

  test('give each text a contrast of 4.5 to its ground (WCAG 2.2, 1.4.3)', () => {
    expect(weakPairs(texts, 4.5, scheme)).toEqual([]);
  });

  test('give borders and areas a contrast of 3 to their surroundings (WCAG 2.2, 1.4.11)', () => {
    expect(weakPairs(shapes, 3, scheme)).toEqual([]);
  });
});

test('no other source names a colour', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('**/*.{css,ts,tsx}', { cwd: root }).filter(
    (file) => !/^(design\/tokens\.|api\/described\/|console\/settings\/accent-field\.)/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const colour = /(?<![\w&/])#(?:[0-9a-f]{3}|[0-9a-f]{6})\b|\b(?:rgb|hsl)a?\(/i;
  expect(files.filter((file) => colour.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('black on white has a contrast of 21, and equal colours have 1', () => {
  declared.set('white', '#ffffff').set('black', '#000000');
  expect(contrastOf('white', 'black', 'light')).toBeCloseTo(21);
  expect(contrastOf('white', 'white', 'dark')).toBeCloseTo(1);
});
