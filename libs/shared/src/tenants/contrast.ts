/** Converts a channel of an sRGB colour, 0 to 1, to its linear value (WCAG 2.2, “relative luminance”). */
const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** Returns the relative luminance of a colour such as `#1d5fc4` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The lowest contrast of text that everybody can read (WCAG 2.2, 1.4.3). */
export const minTextContrast = 4.5;

/** Returns the contrast of a colour such as `#1d5fc4` with white, 1 to 21 (WCAG 2.2, “contrast ratio”). */
export const contrastWithWhite = (color: string): number => 1.05 / (luminanceOf(color) + 0.05);
