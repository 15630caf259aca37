import { expect, test } from 'vitest';
import { html } from './html.ts';

test('texts are escaped for content and quoted attributes', () => {
  const text = `<a href="x" title='y'>&</a>`;
  expect(html`<p title="${text}">${text}</p>`.source).toBe(
    '<p title="&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;">&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;</p>',
  );
});

test('markup and lists of it are included unchanged, and null adds nothing', () => {
  const words = ['a', 'b'].map((word) => html`<b>${word}</b>`);
  expect(html`<p>${words}${null}</p>`.source).toBe('<p><b>a</b><b>b</b></p>');
});
