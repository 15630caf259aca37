import { toFault } from '@pas/platform/http/render-error';
import { growthMiB, maxGrowthMiB, maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { describe, expect, test } from 'vitest';
import { sanitizeSvg } from './sanitize-svg.ts';

const drawing = (content: string, attributes = ''): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);

const clean = (content: string, attributes?: string): string =>
  sanitizeSvg(drawing(content, attributes))
    .toString()
    .replace('<svg xmlns="http://www.w3.org/2000/svg">', '')
    .replace(/<\/svg>$/, '');

function refusalOf(bytes: Buffer): string | null {
  try {
    sanitizeSvg(bytes);
    return null;
  } catch (error) {
    const { kind, message } = toFault(error);
    return `${kind}: ${message}`;
  }
}

const dot = '<circle r="1"></circle>';

describe('an SVG', () => {
  test('keeps shapes, texts, gradients, masks and styles', () => {
    const content =
      '<defs><linearGradient id="a"><stop offset="1" stop-color="#0b6e4f"></stop></linearGradient>' +
      '<mask id="m"><rect width="9" height="9" fill="white"></rect></mask></defs>' +
      '<style>.a,.b{fill:url(#a);stroke:rgb(1, 2, 3)}</style>' +
      '<g mask="url(#m)"><path id="p" class="a" d="M0 0h9v9z"></path></g>' +
      '<use href="#p" transform="translate(3 4)"></use>' +
      '<text x="1" style="font-size:3px">Tom &amp; Jo</text>';
    expect(clean(content)).toBe(content);
    expect(sanitizeSvg(drawing(dot, 'viewBox="0 0 9 9"')).toString()).toContain('viewBox="0 0 9 9"');
  });

  test.each([
    ['scripts', '<script>alert(1)</script>'],
    ['nested elements of a script', '<script><g><circle r="2"/></g></script>'],
    ['foreign elements', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'],
    ['elements of another namespace', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
    ['scripts with a prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
    ['images', '<image href="https://evil.test/x.png"/>'],
    ['embedded images', '<image href="data:image/svg+xml,%3Csvg/%3E"/>'],
    ['animations', '<set attributeName="href" to="javascript:alert(1)"/>'],
    ['links', '<a href="javascript:alert(1)"><circle r="2"/></a>'],
    ['metadata and titles', '<metadata>Jordan</metadata><title>x</title>'],
    ['instructions and comments', '<?xml-stylesheet href="https://evil.test/x.css"?><!-- <b> -->'],
    ['imports of style sheets', '<style>@import url(https://evil.test/x.css);</style>'],
  ])('loses %s', (_name, content) => {
    expect(clean(content + dot).replace('<style></style>', '')).toBe(dot);
  });

  test.each([
    ['event handlers', '<circle r="1" onclick="alert(1)" onload="x"/>'],
    ['outer references', '<circle r="1" href="https://evil.test/#a" fill="url(https://evil.test/#a)"/>'],
    ['data', '<circle r="1" fill="url(data:image/png;base64,AA)"/>'],
    ['references in another form', String.raw`<circle r="1" fill="u\72l(//evil.test)" stroke="image(x)"/>`],
    ['outer references of styles', '<circle r="1" style="fill:url(//evil.test);behavior:url(#a)"/>'],
    ['unknown attributes', '<circle r="1" data-x="1" xml:base="https://evil.test/"/>'],
  ])('loses %s in attributes', (_name, content) => {
    expect(clean(content)).toBe(dot);
  });

  test('keeps no rule that closes the style sheet or loads something', () => {
    const css =
      '.a{fill:red;background:url(//evil.test)} @font-face{src:url(//evil.test)} .b{fill:url(//evil.test)} /*</style>*/ .c::before{content:"x"} .d{stroke:blue}';
    expect(clean(`<style><![CDATA[${css}]]></style>${dot}`)).toBe(
      `<style>.a{fill:red}.d{stroke:blue}</style>${dot}`,
    );
  });

  test('has references to shapes and definitions only, so that they cannot multiply', () => {
    expect(clean(`<g id="a"><use href="#b" id="c"/></g><circle r="1" id="d" mask="url(#m)"/>`)).toBe(
      '<g><use href="#b"></use></g><circle r="1" mask="url(#m)"></circle>',
    );
    expect(clean(`<mask id="m"><circle r="1" mask="url(#n)"/></mask>`)).toBe(`<mask id="m">${dot}</mask>`);
  });

  test.each([
    ['a document type', Buffer.from(`<!DOCTYPE svg>${drawing(dot).toString()}`), 'Remove the line'],
    ['an unknown entity', drawing(`${dot}&lol;`), 'malformed'],
    ['another root', Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"/>'), 'not an SVG drawing'],
    ['no namespace', Buffer.from(`<svg>${dot}</svg>`), 'not an SVG drawing'],
    ['nothing to draw', drawing('<script/>'), 'has no shapes'],
    ['an open element', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'), 'malformed'],
    ['bytes that are not text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]), 'not in UTF-8'],
    ['no bytes', Buffer.alloc(0), 'malformed'],
    ['UTF-16', Buffer.from(`\ufeff${drawing(dot).toString()}`, 'utf16le'), 'not in UTF-8'],
  ])('with %s is refused with the next step', (_name, bytes, message) => {
    expect(refusalOf(bytes)).toMatch(new RegExp(`^invalid: .*${message}`));
  });

  const size = 100_000;
  const filled = (part: string): string => part.repeat(Math.floor(size / part.length));
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
    '',
  );

  test.each([
    ['ten thousand nested groups', drawing('<g>'.repeat(10_000) + '</g>'.repeat(10_000)), 'too complex'],
    ['nested unknown elements', drawing('<a>'.repeat(10_000) + '</a>'.repeat(10_000)), 'too complex'],
    ['twelve thousand shapes', drawing(filled('<path/>')), 'too complex'],
    [
      'a billion laughs',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY l0 "lol">${laughs}]>${drawing('<text>&l9;</text>').toString()}`),
      'Remove',
    ],
    [
      'thousands of attributes',
      drawing(`<circle ${Array.from({ length: 9000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      null,
    ],
    ['a long path', drawing(`<path d="${filled('M1 1')}"/>`), null],
    ['a long value of spaces', drawing(`<circle r="1" fill="a${filled(' ')}("/>`), null],
    ['open parentheses', drawing(`<circle r="1" fill="${filled('(')}"/>`), null],
    ['open comments of a style', drawing(`<style>${filled('/*')}</style>${dot}`), null],
    ['a long selector', drawing(`<style>${filled('a,')}!{fill:red}</style>${dot}`), null],
    ['many rules', drawing(`<style>${filled('a{fill:red}')}</style>${dot}`), null],
    ['an open tag', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${filled('x')}`), 'malformed'],
  ])('costs little: %s', (_name, bytes, message) => {
    const { processorMs } = measureCost(() => refusalOf(bytes));
    expect(processorMs).toBeLessThan(maxProcessorMs);
    expect(growthMiB(() => refusalOf(bytes))).toBeLessThan(maxGrowthMiB);
    expect(refusalOf(bytes) ?? 'accepted').toContain(message ?? 'accepted');
  });
});
