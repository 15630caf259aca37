import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { escapeHtml } from '@pas/platform/http/escape-html';
import { notAnImage } from './not-an-image.ts';
import { attributes, definitions, elements, isHarmless, shapes } from './svg-allowlist.ts';
import { cleanDeclarations, cleanStyleSheet } from './svg-style.ts';

const svgSpace = 'http://www.w3.org/2000/svg';

/** The deepest nesting, and the most elements. A drawing with more is expensive to show. */
const [maxDepth, maxElements] = [64, 3000];

const tooComplex = () => notAnImage('The drawing is too complex. Combine its shapes, or send a PNG.');

/** The references from and to an element. */
interface References {
  /** Whether another element may refer to it. */
  isTarget: boolean;
  /** Whether it may have a mask or a clip path. */
  isMasked: boolean;
}

/**
 * Limits references. A mask has no mask of its own, and `use` draws one shape without a mask. So references to
 * references cannot multiply the shapes.
 */
function referencesOf(name: string, isInDefinition: boolean, hasMask: boolean): References {
  const isPlainShape = shapes.has(name) && name !== 'use' && !hasMask;
  return { isTarget: definitions.has(name) || isPlainShape, isMasked: !isInDefinition };
}

function mayRefer(attribute: string, { isTarget, isMasked }: References): boolean {
  if (attribute === 'id') return isTarget;
  return isMasked || (attribute !== 'mask' && attribute !== 'clip-path');
}

function cleanAttribute({ local, uri, value }: SaxesAttributeNS, references: References): string | null {
  if (local === 'href') return /^#[\w.-]+$/.test(value) ? `href="${value}"` : null;
  if (uri !== '') return null;
  if (local === 'style') {
    const declarations = cleanDeclarations(value);
    return declarations === '' ? null : `style="${escapeHtml(declarations)}"`;
  }
  const isAllowed = attributes.has(local) && mayRefer(local, references) && isHarmless(value);
  return isAllowed ? `${local}="${escapeHtml(value)}"` : null;
}

/** Writes the allowed part of a drawing. */
class Drawing {
  readonly #written: string[] = [];
  /** The open elements that are written. */
  readonly #open: string[] = [];
  #elements = 0;
  #shapes = 0;
  /** The depth within an element that is left out. */
  #skipped = 0;

  open({ local, uri, attributes: sent }: SaxesTagNS): void {
    this.#elements += 1;
    if (this.#elements > maxElements || this.#open.length + this.#skipped >= maxDepth) throw tooComplex();
    const isRoot = this.#elements === 1;
    if (isRoot && (local !== 'svg' || uri !== svgSpace))
      throw notAnImage('The file is not an SVG drawing. Its root is an svg element of the SVG namespace.');
    if (this.#skipped > 0 || uri !== svgSpace || !elements.has(local)) {
      this.#skipped += 1;
      return;
    }
    const hasMask = 'mask' in sent || 'clip-path' in sent;
    const isInDefinition = this.#open.some((name) => definitions.has(name));
    const references = referencesOf(local, isInDefinition, hasMask);
    const kept = Object.values(sent).flatMap((each) => cleanAttribute(each, references) ?? []);
    if (isRoot) kept.unshift(`xmlns="${svgSpace}"`);
    this.#written.push(`<${[local, ...kept].join(' ')}>`);
    this.#open.push(local);
    if (shapes.has(local)) this.#shapes += 1;
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    this.#written.push(`</${this.#open.pop()}>`);
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    const parent = this.#open.at(-1);
    if (parent === 'text' || parent === 'tspan') this.#written.push(escapeHtml(text));
    if (parent === 'style') this.#written.push(cleanStyleSheet(text));
  }

  /** @throws invalid for a drawing without shapes */
  finish(): Buffer {
    if (this.#shapes > 0) return Buffer.from(this.#written.join(''));
    throw notAnImage('The drawing has no shapes. Convert images and symbols to paths, or send a PNG.');
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notAnImage('The SVG is not in UTF-8. Save it in UTF-8.');
  }
}

/**
 * Copies the elements and attributes of a drawing that can only draw. All other content is left out: scripts, events,
 * links, images, fonts, animations, foreign elements.
 *
 * @throws invalid for other files, malformed XML, a document type, and a drawing with many elements or deep nesting
 */
export function sanitizeSvg(bytes: Buffer): Buffer {
  const drawing = new Drawing();
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('doctype', () => {
    throw notAnImage('The SVG has a document type. Remove the line with <!DOCTYPE.');
  });
  parser.on('error', () => {
    throw notAnImage('The SVG is malformed. Export it again.');
  });
  parser.on('opentag', (tag) => drawing.open(tag));
  parser.on('closetag', () => drawing.close());
  parser.on('text', (text) => drawing.text(text));
  parser.on('cdata', (text) => drawing.text(text));
  parser.write(decode(bytes)).close();
  return drawing.finish();
}
