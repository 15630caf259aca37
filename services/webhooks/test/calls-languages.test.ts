import { beforeEach, expect, test } from 'vitest';
import { addBuilding, countingDoors, nextPhone } from './calls-support.ts';
import { processing as usual } from './processing-support.ts';
import { playTelephonyA } from './telephony-a-calls.ts';
import { playTelephonyB, recordCommands } from './telephony-b-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors } = countingDoors();
const { sent, carrier } = recordCommands();
beforeEach(() => sent.clear());
const { keys, send } = await useWebhooks({ doors });
const atA = playTelephonyA(keys.current.telephonyA, send);
const processing = { ...usual, doors, carrier };
const atB = playTelephonyB({ key: keys.current.telephonyB, send, processing, sent });

const spokenIn = (xml: string): string[] =>
  [...xml.matchAll(/<Say language="([^"]*)">([^<]*)</g)].map(
    ([, voice = '', text = '']) => `${voice}: ${text}`,
  );

/** The language of the property, the voice, and the texts: question, offer and closing notice. */
const cases = [
  ['en', 'en-US', 'Welcome to Casa', 'Press 1 to talk. Press 9 to open the door.', 'The door is open.'],
  ['en-GB', 'en-GB', 'Welcome to Casa', 'Press 1 to talk.', 'The door is open.'],
  [
    'es-ES',
    'es-ES',
    'Le damos la bienvenida a Casa',
    'Pulse 1 para hablar. Pulse 9 para abrir la puerta.',
    'La puerta está',
  ],
  ['es', 'es-MX', 'Le damos la bienvenida a Casa', 'Pulse 1 para hablar.', 'La puerta está abierta.'],
  ['fr-CA', 'fr-CA', 'Bienvenue à Casa', 'Appuyez sur 1 pour lui parler.', 'La porte est ouverte.'],
  ['de-AT', 'de-DE', 'Willkommen bei Casa', 'Drücken Sie 1, um zu sprechen.', 'Die Tür ist offen.'],
  ['ja', 'en-US', 'Welcome to Casa', 'Press 1 to talk.', 'The door is open.'],
] as const;

test.each(cases)('telephony-a, %s: spoken by %s', async (locale, voice, ...said) => {
  const building = await addBuilding({ number: { unitId: null }, property: { locale, name: 'Casa' } });
  const phone = building.residents[0]?.phone ?? '';
  const call = atA.visit(building);
  const asked = await call.arrive();
  const dial = await call.enter(asked, '4');
  const offer = await call.pickUp(dial, phone);
  await call.press(offer, phone, '9');
  const over = await call.dialEnded(dial, 'completed');
  expect([asked, offer, over].flatMap(spokenIn)).toEqual(
    said.map((text) => expect.stringMatching(new RegExp(`^${voice}: .*${text}`)) as string),
  );
});

test.each(cases)('telephony-b, %s: spoken by %s', async (locale, voice, ...said) => {
  const building = await addBuilding({
    number: { provider: 'TELEPHONY_B', unitId: null },
    property: { locale, name: 'Casa' },
  });
  const phone = building.residents[0]?.phone ?? '';
  const call = atB.visit(building);
  await call.ofVisitor('call.initiated');
  await call.ofVisitor('call.answered');
  await call.ofVisitor('call.gather.ended', { digits: '4' });
  await call.ofLeg(phone, 'call.answered');
  await call.ofLeg(phone, 'call.gather.ended', { digits: '9' });
  await call.ofLeg(phone, 'call.speak.ended');
  await call.ofLeg(phone, 'call.hangup', { hangup_cause: 'normal_clearing' });
  const [asked, offer, , over] = call.spoken;
  expect([asked, offer, over]).toEqual(
    said.map((text) => expect.stringMatching(new RegExp(`^${voice}: .*${text}`)) as string),
  );
});

test('an unknown number plays the notice in the language of its country', async () => {
  const german = { number: `+4930${nextPhone().slice(-7)}` };
  expect(spokenIn(await atA.visit(german).arrive())).toEqual([
    'de-DE: Diese Nummer ist nicht vergeben. Bitte prüfen Sie die Nummer. Auf Wiederhören.',
  ]);
  const call = atB.visit({ number: `+3314${nextPhone().slice(-7)}` });
  await call.ofVisitor('call.initiated');
  await call.ofVisitor('call.answered');
  expect(call.spoken).toEqual([expect.stringMatching(/^fr-FR: Ce numéro n’est pas en service/)]);
});

test('the digit to talk is 2 if the digit of the door is 1', async () => {
  const building = await addBuilding({ property: { openDigit: '1' } });
  const call = atA.visit(building);
  const offer = await call.pickUp(await call.arrive(), building.residents[0]?.phone ?? '');
  expect(offer).toMatch(/Press 2 to talk\. Press 1 to open the door\./);
});
