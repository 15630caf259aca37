import { html, type Html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import { fill } from '@pas/shared/words/fill';
import type { Words } from '@pas/shared/words/words';

interface ResetField {
  name: 'email' | 'password';
  autocomplete: string;
  label: string;
  hint: string | null;
  value: string;
  problem: string | null;
}

function renderField({ name, autocomplete, label, hint, value, problem }: ResetField): Html {
  const describedBy = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${problem === null ? null : html`<p class="error" id="${name}-error" role="alert">${problem}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${name}"
      autocomplete="${autocomplete}"
      value="${value}"
      autofocus
      ${describedBy === '' ? null : html`aria-describedby="${describedBy}"`}
      ${problem === null ? null : html`aria-invalid="true"`}
    />
  </div>`;
}

interface ResetForm {
  words: Words;
  title: string;
  advice: string;
  button: string;
  field: ResetField;
}

function formPage({ words, title, advice, button, field }: ResetForm): Page {
  const main = html`<h1>${title}</h1>
    <p>${advice}</p>
    <form method="post" novalidate>
      ${renderField(field)}
      <button type="submit">${button}</button>
    </form>`;
  if (field.problem === null) return { status: 200, title, main, words };
  return { status: 422, title: fill(words.join.errorTitle, { title }), main, words };
}

const noticePage = (
  words: Words,
  { status, title, advice }: { status: number; title: string; advice: string },
  more: Html | null = null,
): Page => ({
  status,
  title,
  words,
  main: html`<h1>${title}</h1>
    <p>${advice}</p>
    ${more}`,
});

/** Renders the form for a new password, with the problem of the last try. */
export function resetPage(words: Words, problem: string | null = null): Page {
  const { title, advice, save: button, label, hint } = words.reset;
  const field = { name: 'password', autocomplete: 'new-password', label, hint, value: '', problem } as const;
  return formPage({ words, title, advice, button, field });
}

/** Renders the confirmation of a new password. */
export function passwordSavedPage(words: Words): Page {
  const { savedTitle: title, savedAdvice: advice } = words.reset;
  return noticePage(words, { status: 200, title, advice });
}

/** Renders the page for a link that expired, was used or never existed. */
export function deadLinkPage(words: Words): Page {
  const { deadTitle: title, deadAdvice: advice, askTitle } = words.reset;
  return noticePage(words, { status: 410, title, advice }, html`<p><a href="/reset">${askTitle}</a></p>`);
}

/** Renders the form that requests a link for a new password, with the problem of the last try. */
export function forgotPage(words: Words, email = '', problem: string | null = null): Page {
  const { askTitle: title, askAdvice: advice, ask: button } = words.reset;
  const { email: label } = words.join;
  const field = { name: 'email', autocomplete: 'email', label, hint: null, value: email, problem } as const;
  return formPage({ words, title, advice, button, field });
}

/** Renders the confirmation of a requested link, the same with or without an account. */
export function linkSentPage(words: Words): Page {
  const { sentTitle: title, sentAdvice: advice } = words.reset;
  return noticePage(words, { status: 200, title, advice });
}
