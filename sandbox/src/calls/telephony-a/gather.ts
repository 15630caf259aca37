import { requestFor, type Scene, type Step } from './scene.ts';
import type { Verb } from './read-answer.ts';
import { say } from './say.ts';

/** Returns the digits that the prompt accepts, and whether the input is complete. */
function takeDigits(pressed: string, { attributes }: Verb): { digits: string; isComplete: boolean } {
  const finishKey = attributes['finishOnKey'] ?? '#';
  const finish = finishKey === '' ? -1 : pressed.split('').findIndex((key) => finishKey.includes(key));
  const digits = finish < 0 ? pressed : pressed.slice(0, finish);
  const wanted = Number(attributes['numDigits'] ?? Infinity);
  return { digits: digits.slice(0, wanted), isComplete: finish >= 0 || digits.length >= wanted };
}

/**
 * Speaks a prompt and reads the pressed keys. Without input, continues with the next instruction, unless
 * `actionOnEmptyResult`.
 */
export async function gather(scene: Scene, verb: Verb): Promise<Step> {
  const { stage, party } = scene;
  for (const child of verb.children) {
    if (child.name === 'Pause') await stage.clock.wait(Number(child.attributes['length'] ?? 1), party.signal);
    else await say(scene, child);
  }
  const pressed = party.press();
  const { digits, isComplete } = takeDigits(pressed, verb);
  if (pressed !== '') stage.course.tell(party.who, `presses ${pressed}`);
  await stage.clock.wait(isComplete ? 1 : Number(verb.attributes['timeout'] ?? 5), party.signal);
  const isAnswer = digits !== '' || isComplete || verb.attributes['actionOnEmptyResult'] === 'true';
  return isAnswer ? requestFor(scene, verb, { Digits: digits }) : 'next';
}
