import { maskEmail } from '@pas/shared/contacts/email';
import { maskPhone } from '@pas/shared/contacts/phone';
import { wasSentByEmailOnly } from '@pas/shared/invites/sent-by-email-only';
import { html, htmlOf, type Html } from '@pas/shared/pages/html';
import type { Brand } from '@pas/shared/pages/brand';
import type { Page } from '@pas/shared/pages/page';
import { fill } from '@pas/shared/messages/fill';
import { dateLocale } from '@pas/shared/messages/language';
import type { Messages } from '@pas/shared/messages/en';
import { unitName } from '@pas/shared/messages/messages-in';
import type { InvitedHome } from '../../resources/invites/invite-preview.schema.ts';
import { emptyJoinForm, joinFields, type JoinField, type JoinProblems, type JoinForm } from './join-form.ts';

interface FieldView {
  label: string;
  type: 'text' | 'email' | 'tel' | 'password';
  autocomplete: string;
  hint: string | null;
}

type Fields = Record<JoinField, FieldView>;

/** Content of an invite's page: the home, its company and the messages of a language. */
export interface JoinView {
  home: InvitedHome;
  brand: Brand;
  messages: Messages;
}

/** Returns the e-mail field. An address is unmasked only if the link was sent to it and to no phone. */
function describeEmail({ home: { invite }, messages: { join } }: JoinView): FieldView {
  const field = { label: join.email, type: 'email', autocomplete: 'email' } as const;
  const { inviteeEmail } = invite;
  if (inviteeEmail === null) return { ...field, hint: null };
  if (wasSentByEmailOnly(invite)) return { ...field, hint: join.mailed };
  return { ...field, label: join.emailOptional, hint: fill(join.kept, { masked: maskEmail(inviteeEmail) }) };
}

/** Returns the initial values of the form. */
export function openForm({ invite }: InvitedHome): JoinForm {
  return wasSentByEmailOnly(invite) ? { ...emptyJoinForm, email: invite.inviteeEmail ?? '' } : emptyJoinForm;
}

function describeFields(view: JoinView): Fields {
  const { inviteePhone } = view.home.invite;
  const { join } = view.messages;
  return {
    firstName: { label: join.firstName, type: 'text', autocomplete: 'given-name', hint: null },
    lastName: { label: join.lastName, type: 'text', autocomplete: 'family-name', hint: null },
    email: describeEmail(view),
    phone: {
      label: join.phoneOptional,
      type: 'tel',
      autocomplete: 'tel',
      hint: inviteePhone === null ? null : fill(join.kept, { masked: maskPhone(inviteePhone) }),
    },
    password: {
      label: join.password,
      type: 'password',
      autocomplete: 'new-password',
      hint: join.passwordHint,
    },
  };
}

interface FieldState {
  name: JoinField;
  view: FieldView;
  value: string;
  problem: string | undefined;
  /** Link or text that helps with the problem. */
  help: Html | null;
  /** True for the first field with a problem, which gets the focus. */
  isFocused: boolean;
}

function renderField({ name, view, value, problem, help, isFocused }: FieldState): Html {
  const describedBy = [view.hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${view.label}</label>
    ${view.hint && html`<p class="hint" id="${name}-hint">${view.hint}</p>`}
    ${problem ? html`<p class="error" id="${name}-error">${problem}</p>` : null} ${help}
    <input
      id="${name}"
      name="${name}"
      type="${view.type}"
      autocomplete="${view.autocomplete}"
      value="${value}"
      ${describedBy === '' ? null : html`aria-describedby="${describedBy}"`}
      ${problem ? html`aria-invalid="true"` : null}
      ${isFocused ? html`autofocus` : null}
    />
  </div>`;
}

function renderSummary({ join }: Messages, problems: JoinProblems): Html | null {
  const items = joinFields.flatMap((name) => {
    const problem = problems[name];
    return problem ? [html`<li><a href="#${name}">${problem}</a></li>`] : [];
  });
  if (items.length === 0) return null;
  return html`<div class="summary" role="alert">
    <h2>${join.summary}</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

/** Renders the inviting tenant, and the expiry in the property's time zone. */
function renderOrigin({ home: { invite, property }, brand, messages }: JoinView): Html {
  const locale = dateLocale(messages.language, invite.locale, property.locale);
  const expiry = invite.expiresAt.toLocaleString(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: property.timeZone,
  });
  return html`<p class="origin">${fill(messages.join.invitedBy, { tenant: brand.name, expiry })}</p>`;
}

/** Renders the form for accepting an invite, with the values and problems of the last try. */
export function joinPage(view: JoinView, values: JoinForm, problems: JoinProblems = {}): Page {
  const { home, brand, messages } = view;
  const { join } = messages;
  const views = describeFields(view);
  const firstWrong = joinFields.find((name) => problems[name]);
  const fields = joinFields.map((name) =>
    renderField({
      name,
      view: views[name],
      value: name === 'password' ? '' : values[name],
      problem: problems[name],
      help: problems[name] === join.accountExists ? html`<p><a href="/reset">${join.forgot}</a></p>` : null,
      isFocused: name === firstWrong,
    }),
  );
  const names = { property: home.property.name, unit: unitName(messages, home.unit.label) };
  const main = html`<h1>${fill(join.welcome, names)}</h1>
    <p class="home">${htmlOf(join.home, { unit: html`<strong>${names.unit}</strong>` })}</p>
    ${renderOrigin(view)} ${renderSummary(messages, problems)}
    <form method="post" novalidate>
      ${fields}
      <button type="submit">${fill(join.submit, names)}</button>
    </form>`;
  const title = fill(join.title, names);
  if (!firstWrong) return { status: 200, title, main, messages, brand };
  return { status: 422, title: fill(join.errorTitle, { title }), main, messages, brand };
}
