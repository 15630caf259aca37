import { callbackTo, resolvePlace } from './address.ts';
import { gather } from './gather.ts';
import { readAnswer, type Verb } from './read-answer.ts';
import { say } from './say.ts';
import type { Dial, Party, Request, Scene, Step } from './scene.ts';
import type { Stage } from '../stage.ts';

/** Limit for answers that lead to themselves. */
const maxDocuments = 60;

async function pause({ stage, party }: Scene, seconds: number): Promise<Step> {
  await stage.clock.wait(seconds, party.signal);
  return 'next';
}

async function runVerb(scene: Scene, verb: Verb, dial: Dial | null): Promise<Step> {
  const { attributes, text, name } = verb;
  if (name === 'Say' || name === 'Play') return say(scene, verb);
  if (name === 'Pause') return pause(scene, Number(attributes['length'] ?? 1));
  if (name === 'Gather') return gather(scene, verb);
  if (name === 'Redirect') {
    const { method } = attributes;
    return {
      place: resolvePlace(scene.stage.config, scene.place, { address: text.trim(), method }),
      fields: {},
    };
  }
  if (name === 'Dial' && dial) return dial(scene, verb);
  if (name === 'Hangup' || name === 'Reject') return 'hang-up';
  throw new Error(`The instruction <${name}> is not known here.`);
}

async function runVerbs(scene: Scene, verbs: readonly Verb[], dial: Dial | null): Promise<Step> {
  for (const verb of verbs) {
    const step = await runVerb(scene, verb, dial);
    if (step !== 'next') return step;
  }
  return 'next';
}

/** Requests a document and plays it. A document that cannot be played ends the call. */
async function runOne(stage: Stage, party: Party, request: Request, dial: Dial | null): Promise<Step> {
  const { place, fields } = request;
  const callback = callbackTo(stage.config, place, { ...party.fields, ...fields });
  const answer = await stage.callbacks.ask(callback);
  if (!answer) return 'hang-up';
  party.signal.throwIfAborted();
  try {
    return await runVerbs({ stage, party, place }, readAnswer(answer.body), dial);
  } catch (error) {
    if (error === party.signal.reason) throw error;
    stage.course.blame(`${(error as Error).message} ${answer.body}`);
    return 'hang-up';
  }
}

/**
 * Plays the system's documents to one party, until one ends without leading to another.
 *
 * @returns `hang-up` when the system ends the call, `next` after the last instruction
 * @throws LineClosed when the line closes meanwhile
 */
export async function runDocuments(
  stage: Stage,
  party: Party,
  { first, dial }: { first: Request; dial: Dial | null },
): Promise<'next' | 'hang-up'> {
  let step: Step = first;
  for (let count = 0; count < maxDocuments && typeof step === 'object'; count += 1)
    step = await runOne(stage, party, step, dial);
  if (typeof step !== 'object') return step;
  stage.course.blame(`more than ${maxDocuments} documents for one line`);
  return 'hang-up';
}
