import { maskEmail } from '@pas/shared/contacts/email';
import { maskPhone } from '@pas/shared/contacts/phone';
import { wasMailedAlone } from '@pas/shared/invites/mailed-alone';
import type { InvitedHome } from '../../resources/invites/invite-preview.schema.ts';
import { html, type Html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import { emptyJoinForm, joinFields, type JoinField, type JoinProblems, type JoinForm } from './join-form.ts';
import { unitName } from './unit-name.ts';

interface FieldView {
  label: string;
  type: 'text' | 'email' | 'tel' | 'password';
  autocomplete: string;
  hint: string | null;
}

type Fields = Record<JoinField, FieldView>;

const keptFor = (masked: string): string => `We have ${masked}. Leave this empty to use it.`;

/** Only who reads the mailbox has the link where it was mailed alone. All others see what is known masked. */
function describeEmail({ invite }: InvitedHome): FieldView {
  const field = { label: 'E-mail', type: 'email', autocomplete: 'email' } as const;
  const { inviteeEmail } = invite;
  if (inviteeEmail === null) return { ...field, hint: null };
  if (wasMailedAlone(invite)) return { ...field, hint: 'Your invite went to this address.' };
  return { ...field, label: 'E-mail (optional)', hint: keptFor(maskEmail(inviteeEmail)) };
}

/** What stands in the form when it is opened. */
export function openForm({ invite }: InvitedHome): JoinForm {
  return wasMailedAlone(invite) ? { ...emptyJoinForm, email: invite.inviteeEmail ?? '' } : emptyJoinForm;
}

function describeFields(home: InvitedHome): Fields {
  const { inviteePhone } = home.invite;
  return {
    firstName: { label: 'First name', type: 'text', autocomplete: 'given-name', hint: null },
    lastName: { label: 'Last name', type: 'text', autocomplete: 'family-name', hint: null },
    email: describeEmail(home),
    phone: {
      label: 'Phone (optional)',
      type: 'tel',
      autocomplete: 'tel',
      hint: inviteePhone === null ? null : keptFor(maskPhone(inviteePhone)),
    },
    password: {
      label: 'Password',
      type: 'password',
      autocomplete: 'new-password',
      hint: 'At least 10 characters. If you have an account with this e-mail already, use its password.',
    },
  };
}

interface FieldState {
  name: JoinField;
  view: FieldView;
  value: string;
  problem: string | undefined;
  /** Whether it is the first one with a problem: the person lands there. */
  isFocused: boolean;
}

function renderField({ name, view, value, problem, isFocused }: FieldState): Html {
  const describedBy = [view.hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${view.label}</label>
    ${view.hint && html`<p class="hint" id="${name}-hint">${view.hint}</p>`}
    ${problem ? html`<p class="error" id="${name}-error">${problem}</p>` : null}
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

function renderSummary(problems: JoinProblems): Html | null {
  const items = joinFields.flatMap((name) => {
    const problem = problems[name];
    return problem ? [html`<li><a href="#${name}">${problem}</a></li>`] : [];
  });
  if (items.length === 0) return null;
  return html`<div class="summary" role="alert">
    <h2>Please check this</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

/** The form on which a person accepts an invite, empty at first and then with what has to be corrected. */
export function joinPage(home: InvitedHome, values: JoinForm, problems: JoinProblems = {}): Page {
  const views = describeFields(home);
  const firstWrong = joinFields.find((name) => problems[name]);
  const fields = joinFields.map((name) =>
    renderField({
      name,
      view: views[name],
      value: name === 'password' ? '' : values[name],
      problem: problems[name],
      isFocused: name === firstWrong,
    }),
  );
  const { property, unit } = home;
  const main = html`<h1>Welcome to ${property.name}</h1>
    <p class="home">
      You are invited to live in <strong>${unitName(unit.label)}</strong>. Tell us who you are to finish.
    </p>
    ${renderSummary(problems)}
    <form method="post" novalidate>
      ${fields}
      <button type="submit">Join ${property.name}</button>
    </form>`;
  const title = `Join ${property.name}, ${unitName(unit.label)}`;
  return firstWrong ? { status: 422, title: `Error: ${title}`, main } : { status: 200, title, main };
}
