import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { markup } from './markup.ts';
import { pageHeaders, renderPage } from './page.ts';

describe('renderPage', () => {
  it('contains exactly the style that its policy allows', () => {
    const style = /<style>(.*?)<\/style>/s.exec(renderPage('Title', markup`<p>text</p>`))?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(pageHeaders['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  });

  it('escapes the title and shows it as the heading', () => {
    const page = renderPage('A & B', markup``);
    expect(page).toContain('<title>A &amp; B – sandbox</title>');
    expect(page).toContain('<h1>A &amp; B</h1>');
  });
});
