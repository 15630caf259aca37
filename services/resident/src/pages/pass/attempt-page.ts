import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import { fill } from '@pas/shared/messages/fill';
import { dateLocale } from '@pas/shared/messages/language';
import type { Messages } from '@pas/shared/messages/en';
import type { OpenedDoor } from '../../resources/passes/load-pass-attempt.ts';

type Sentences = Messages['pass'];

/** Returns title and advice for the state of an attempt. A door that gave no answer may still be open. */
function sentencesOf(
  { status, error }: UnlockAttemptRow,
  pass: Sentences,
): readonly [title: string, advice: string] {
  if (status === 'PENDING') return [pass.opening, pass.openingAdvice];
  if (status === 'SUCCEEDED') return [pass.opened, pass.openedAdvice];
  return error === 'timeout' ? [pass.unanswered, pass.unansweredAdvice] : [pass.failed, pass.failedAdvice];
}

/** Seconds that the page of a pending attempt asks the service to wait. */
const waitSeconds = 10;

/** Renders an attempt to open a door for a guest. A pending page reloads itself until the attempt ends. */
export function attemptPage(
  { attempt, door, property, brand }: OpenedDoor,
  { token, messages, status = 200 }: { token: string; messages: Messages; status?: 200 | 202 },
): Page {
  const [sentence, advice] = sentencesOf(attempt, messages.pass);
  const title = fill(sentence, { door: door.name });
  const locale = dateLocale(messages.language, property.locale);
  const time = (attempt.endedAt ?? attempt.createdAt).toLocaleTimeString(locale, {
    timeStyle: 'short',
    timeZone: property.timeZone,
  });
  const url = `/pass/${token}/attempts/${attempt._id}?wait=${waitSeconds}`;
  const isPending = attempt.status === 'PENDING';
  const link = isPending
    ? html`<a href="${url}">${messages.pass.showResult}</a>`
    : html`<a href="/pass/${token}">${messages.pass.back}</a>`;
  const main = html`<h1>${title}</h1>
    <p role="status">${fill(advice, { time })}</p>
    <p>${link}</p>`;
  return { status, title, main, messages, brand, ...(isPending && { next: { url, seconds: 0 } }) };
}
