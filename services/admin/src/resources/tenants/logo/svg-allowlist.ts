const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that draw. */
export const shapes = namesIn('path rect circle ellipse line polyline polygon text tspan use');

/** Elements that are drawn through a reference. */
export const definitions = namesIn('clipPath mask linearGradient radialGradient');

/** All elements that a logo may have. */
export const elements = new Set([...namesIn('svg g defs stop style'), ...shapes, ...definitions]);

/** Properties that may be attributes, declarations of a `style` attribute, and declarations of a rule. */
export const properties = new Set([
  ...namesIn('clip-rule color display fill fill-opacity fill-rule mask-type opacity paint-order visibility'),
  ...namesIn('stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit'),
  ...namesIn('stroke-opacity stroke-width vector-effect stop-color stop-opacity dominant-baseline'),
  ...namesIn('font-family font-size font-style font-weight letter-spacing text-anchor'),
]);

/** All attributes with numbers, words and names. */
export const attributes = new Set([
  ...namesIn('id class clip-path mask d points pathLength transform viewBox width height x y dx dy rotate'),
  ...namesIn('x1 y1 x2 y2 cx cy r rx ry fx fy fr preserveAspectRatio offset textLength lengthAdjust'),
  ...namesIn('gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits'),
  ...properties,
]);

/** Functions in values that load nothing, in lower case. */
const functions = [...namesIn('rgb rgba hsl hsla matrix translate scale rotate skewx skewy')];

const localReference = /^url\(\s*["']?#[\w.-]+["']?\s*\)(?:\s+[#\w]+)?$/;

/** Whether a value of an attribute or a declaration can only draw. */
export function isHarmless(value: string): boolean {
  if (localReference.test(value)) return true;
  if (/[\\@{}<>;&]/.test(value)) return false;
  const called = value.toLowerCase().split('(').slice(0, -1);
  return called.every((before) => functions.some((name) => before.endsWith(name)));
}
