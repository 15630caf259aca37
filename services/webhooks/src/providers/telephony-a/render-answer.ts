import type { Language } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';
import type { Command, CallDecision, LedCall, Notice, Party } from '../../calls/led-call.ts';
import { noticeText, offerText, voiceOf } from '../../calls/spoken-words.ts';
import type { WebhookAnswer } from '../receiver.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => escapes[char] ?? char);

/** Renders an element of the answer. Attributes are escaped; `inner` is markup. */
function element(name: string, attributes: Readonly<Record<string, string | number>>, inner = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`;
}

/** Makes instructions for telephony-a. */
export const xml = (body: string): WebhookAnswer => ({
  mediaType: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?><Response>${body}</Response>`,
});

const speak = (voice: string, text: string): string => element('Say', { language: voice }, escapeXml(text));

/** Ends a call with a notice. It needs no database. */
export const endWith = (notice: Notice, language: Language): WebhookAnswer =>
  xml(`${speak(voiceOf(language), messagesIn(language).voice[notice])}<Hangup/>`);

/** Replies to a text with a text. */
export const replyWith = (text: string): WebhookAnswer => xml(element('Message', {}, escapeXml(text)));

/** The time-outs for digits, and the maximum length of a conversation, in seconds. */
const [chooseSeconds, nameUnitSeconds, talkSeconds] = [8, 10, 3600];

/** Builds the address at which telephony-a continues a call. */
const urlOf = (baseUrl: string, path: string, query: Readonly<Record<string, string>>): string =>
  `${baseUrl}/telephony-a/voice/${path}?${new URLSearchParams(query).toString()}`;

/** Rings residents. Telephony-a sends the result to the address of the step. */
function renderDial(
  call: LedCall,
  { step, legs }: Extract<Command, { do: 'ring' }>,
  baseUrl: string,
): string {
  const numbers = legs.map((leg) => {
    const query = { parent: call.providerCallId, leg: String(leg) };
    const url = urlOf(baseUrl, 'whisper', query);
    const statusCallback = urlOf(baseUrl, 'status', query);
    return element(
      'Number',
      { url, method: 'POST', statusCallback },
      escapeXml(call.legs[leg]?.toNumber ?? ''),
    );
  });
  const action = urlOf(baseUrl, 'dial', { step: String(step) });
  const dial = { action, method: 'POST', timeout: call.flow.ringSeconds, callerId: call.toNumber ?? '' };
  return element('Dial', { ...dial, answerOnBridge: 'true', timeLimit: talkSeconds }, numbers.join(''));
}

/**
 * Asks the visitor to wait; then telephony-a requests the next instructions. The number makes each address a separate
 * step.
 */
function renderWait(
  call: LedCall,
  { words, seconds, times }: Extract<Command, { do: 'wait' }>,
  baseUrl: string,
): string {
  const next = escapeXml(urlOf(baseUrl, 'wait', { wait: String(times) }));
  const said = speak(call.flow.voice, noticeText(call, words));
  return `${said}${element('Pause', { length: seconds })}${element('Redirect', { method: 'POST' }, next)}`;
}

/** Renders one command for the party that hears it. */
function render(command: Command, call: LedCall, baseUrl: string): string {
  const { voice } = call.flow;
  switch (command.do) {
    case 'ask': {
      const action = urlOf(baseUrl, 'gather', { try: String(command.times) });
      const input = {
        input: 'dtmf',
        finishOnKey: '#',
        timeout: nameUnitSeconds,
        actionOnEmptyResult: 'true',
      };
      return element(
        'Gather',
        { ...input, action, method: 'POST' },
        speak(voice, noticeText(call, command.words)),
      );
    }
    case 'ring':
      return renderDial(call, command, baseUrl);
    case 'wait':
      return renderWait(call, command, baseUrl);
    case 'offer': {
      const query = { parent: call.providerCallId, leg: String(command.leg) };
      const input = { input: 'dtmf', numDigits: 1, timeout: chooseSeconds };
      const action = urlOf(baseUrl, 'gather', query);
      return `${element('Gather', { ...input, action, method: 'POST' }, speak(voice, offerText(call)))}<Hangup/>`;
    }
    case 'connect':
      return '';
    case 'tell':
      return speak(voice, noticeText(call, command.words));
    default:
      return '<Hangup/>';
  }
}

/** Whether a command is for the party that hears the answer. Commands for a whole call are for the visitor. */
function isFor(command: Command, party: Party): boolean {
  if ('party' in command) return command.party === party;
  if ('leg' in command) return command.leg === party;
  return party === 'visitor';
}

/**
 * Renders commands as the answer to a step of a call. The answer reaches only the party of the step.
 *
 * A resident who opens while other phones ring is connected, not hung up. Otherwise telephony-a would not stop the
 * other phones.
 *
 * @param baseUrl the public address of the webhooks
 */
export function renderAnswer({ call, commands }: CallDecision, party: Party, baseUrl: string): WebhookAnswer {
  const ofParty = commands.filter((command) => isFor(command, party));
  const stopsOthers =
    party !== 'visitor' &&
    commands.some((each) => each.do === 'hangUp' && typeof each.party === 'number' && each.party !== party);
  const spoken = stopsOthers ? ofParty.filter((command) => command.do !== 'hangUp') : ofParty;
  // An empty answer would connect a resident with the visitor.
  if (spoken.length === 0) return xml('<Hangup/>');
  return xml(spoken.map((command) => render(command, call, baseUrl)).join(''));
}
