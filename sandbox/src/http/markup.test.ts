import { describe, expect, it } from 'vitest';
import { markup } from './markup.ts';

describe('markup', () => {
  it('escapes values for text and attributes', () => {
    const { source } = markup`<p title="${`"'`}">${'<b>&'}</p>`;
    expect(source).toBe('<p title="&quot;&#39;">&lt;b&gt;&amp;</p>');
  });

  it('puts markup and lists of it in as they are', () => {
    const items = ['a', '<b>'].map((item) => markup`<li>${item}</li>`);
    expect(markup`<ul>${items}</ul>`.source).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  it('leaves nothing where there is no value', () => {
    expect(markup`<p>${undefined}</p>`.source).toBe('<p></p>');
  });
});
