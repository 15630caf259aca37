import { LineClosed } from '../stage.ts';
import { playLeg, type LegEnd, type DialContext } from './play-leg.ts';
import { runDocuments } from './run-document.ts';
import { requestFor, type Dial, type Scene } from './scene.ts';
import type { Verb } from './read-answer.ts';

/** Maximum number of phones that ring at once. */
const maxNumbers = 10;

const numbersOf = (verb: Verb): readonly Verb[] =>
  verb.children.length > 0 ? verb.children : [{ ...verb, name: 'Number', attributes: {} }];

/** Rings all phones of a `<Dial>` at once until one is connected. */
async function ringAll(scene: Scene, verb: Verb): Promise<LegEnd[]> {
  const numbers = numbersOf(verb);
  if (numbers.length > maxNumbers || numbers.some(({ name }) => name !== 'Number'))
    throw new Error(`A <Dial> takes up to ${maxNumbers} <Number>.`);
  const cancels = new Map<string, AbortController>();
  let bridged: string | null = null;
  const ringing: DialContext = {
    scene,
    timeoutSeconds: Number(verb.attributes['timeout'] ?? 30),
    bridge(sid) {
      if (bridged !== null) return false;
      bridged = sid;
      for (const [other, cancel] of cancels) if (other !== sid) cancel.abort(new LineClosed());
      return true;
    },
    canceledBy(sid) {
      const cancel = new AbortController();
      cancels.set(sid, cancel);
      return AbortSignal.any([cancel.signal, scene.party.signal]);
    },
  };
  return Promise.all(numbers.map((number) => playLeg(ringing, number)));
}

/** Rings phones, and then requests the document of `action`, also after the caller hung up. */
export const dial: Dial = async (scene, verb) => {
  const { stage, party } = scene;
  const ends = await ringAll(scene, verb);
  const end = ends.find(({ isBridged }) => isBridged) ?? ends.at(-1);
  const isGone = party.signal.aborted;
  if (verb.attributes['action'] === undefined || !end) {
    party.signal.throwIfAborted();
    return 'next';
  }
  const request = requestFor(scene, verb, {
    DialCallSid: end.sid,
    DialCallStatus: end.status,
    DialCallDuration: String(end.talkedSeconds),
    DialBridged: String(end.isBridged),
  });
  if (!isGone) return request;
  const alone = {
    ...party,
    fields: { ...party.fields, CallStatus: 'completed' },
    signal: new AbortController().signal,
  };
  // The instructions of this answer have no listener.
  await runDocuments(stage, { ...alone, who: 'nobody' }, { first: request, dial: null });
  throw party.signal.reason as Error;
};
