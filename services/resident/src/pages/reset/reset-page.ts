import { html, type Html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import { fill } from '@pas/shared/messages/fill';
import type { Messages } from '@pas/shared/messages/en';

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
  messages: Messages;
  title: string;
  advice: string;
  button: string;
  field: ResetField;
}

function formPage({ messages, title, advice, button, field }: ResetForm): Page {
  const main = html`<h1>${title}</h1>
    <p>${advice}</p>
    <form method="post" novalidate>
      ${renderField(field)}
      <button type="submit">${button}</button>
    </form>`;
  if (field.problem === null) return { status: 200, title, main, messages };
  return { status: 422, title: fill(messages.join.errorTitle, { title }), main, messages };
}

const noticePage = (
  messages: Messages,
  { title, advice }: { title: string; advice: string },
  more: Html | null = null,
): Page => ({
  status: 200,
  title,
  messages,
  main: html`<h1>${title}</h1>
    <p>${advice}</p>
    ${more}`,
});

/** Renders the form for a new password, with the problem of the last try. */
export function resetPage(messages: Messages, problem: string | null = null): Page {
  const { title, advice, save: button, label, hint } = messages.reset;
  const field = { name: 'password', autocomplete: 'new-password', label, hint, value: '', problem } as const;
  return formPage({ messages, title, advice, button, field });
}

/** Renders the confirmation of a new password, with a link to the sign-in. */
export function passwordSavedPage(messages: Messages): Page {
  const { savedTitle: title, savedAdvice: advice, signIn } = messages.reset;
  return noticePage(messages, { title, advice }, html`<p><a class="button" href="/portal">${signIn}</a></p>`);
}

/** Renders the form that requests a link for a new password, with the problem of the last try. */
export function forgotPage(messages: Messages, email = '', problem: string | null = null): Page {
  const { askTitle: title, askAdvice: advice, ask: button } = messages.reset;
  const { email: label } = messages.join;
  const field = { name: 'email', autocomplete: 'email', label, hint: null, value: email, problem } as const;
  return formPage({ messages, title, advice, button, field });
}

/** Renders the confirmation of a requested link, the same with or without an account. */
export function linkSentPage(messages: Messages): Page {
  const { sentTitle: title, sentAdvice: advice } = messages.reset;
  return noticePage(messages, { title, advice });
}
