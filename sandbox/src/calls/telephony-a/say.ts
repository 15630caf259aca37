import type { Scene, Step } from './scene.ts';
import type { Verb } from './read-answer.ts';

/** Spoken characters per second. */
const speed = 15;

/** Speaks a text, or plays a recording, to the party. */
export async function say({ stage, party }: Scene, { name, text, attributes }: Verb): Promise<Step> {
  const language = attributes['language'];
  const how = language === undefined ? '' : ` (${language})`;
  stage.course.tell(
    party.who,
    name === 'Say' ? `hears${how}: “${text.trim()}”` : `hears the recording ${text.trim()}`,
  );
  await stage.clock.wait(name === 'Say' ? text.length / speed : 3, party.signal);
  return 'next';
}
