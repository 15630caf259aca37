import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Color = readonly [red: number, green: number, blue: number];

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const white: Color = [255, 255, 255];
const black: Color = [0, 0, 0];

/** The shade of a colour as the style sheet mixes it. */
function shadeOf(company: Color, shade: number): Color {
  const value = new RegExp(`--brand-${shade}: ([^;#]+);`).exec(tokens)?.[1] ?? '';
  if (value === 'var(--company)') return company;
  const [, percent = '', other] =
    /^color-mix\(in srgb, var\(--company\) (\d+)%, (white|black)\)$/.exec(value) ?? [];
  const share = Number(percent) / 100;
  const [red, green, blue] = other === 'white' ? white : black;
  const mix = (own: number, ground: number): number => own * share + ground * (1 - share);
  return [mix(company[0], red), mix(company[1], green), mix(company[2], blue)];
}

/** The relative luminance (WCAG 2.2). */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Colours with a contrast of 4.5 or more with white, up to the limit. */
const companies: [name: string, Color][] = [
  ['black', black],
  ['grey', [118, 118, 118]],
  ['red', [229, 0, 0]],
  ['green', [0, 133, 0]],
  ['blue', [0, 0, 255]],
  ['magenta', [205, 0, 205]],
];

/** A dark ground that is lighter than most. */
const darkGround: Color = [33, 37, 45];

/** The tinted area of a company in the dark scheme: a share of its colour on the dark paper. */
function darkTintOf(company: Color, name: string): Color {
  const pattern = new RegExp(
    `--${name}: light-dark\\(.*color-mix\\(in srgb, var\\(--company\\) (\\d+)%, var\\(--paper\\)`,
  );
  const share = Number(pattern.exec(tokens)?.[1]) / 100;
  const mix = (own: number, paper: number): number => own * share + paper * (1 - share);
  return [mix(company[0], 25), mix(company[1], 28), mix(company[2], 34)];
}

test.each(companies)(
  '%s: white text on filled areas, and text on light and dark grounds can be read',
  (_name, company) => {
    const shades = Array.from({ length: 10 }, (_, shade) => shadeOf(company, shade));
    const [pale, tint, bright, clear] = shades as [Color, Color, Color, Color];
    const [filled, usual, deep] = shades.slice(7) as [Color, Color, Color];
    const pairs = [
      [filled, white],
      [usual, white],
      [deep, pale],
      [deep, tint],
      [bright, darkGround],
      [clear, darkGround],
      [bright, darkTintOf(company, 'accent-ground')],
      [bright, darkTintOf(company, 'accent-mark')],
    ] as const;
    expect(pairs.map(([text, ground]) => contrastOf(text, ground) >= 4.5)).toEqual(pairs.map(() => true));
  },
);
