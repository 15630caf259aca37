import { SaxesParser } from 'saxes';

/** An instruction of an answer, with its text, attributes and children. */
export interface Verb {
  readonly name: string;
  readonly attributes: Readonly<Partial<Record<string, string>>>;
  readonly text: string;
  readonly children: readonly Verb[];
}

interface OpenVerb extends Verb {
  text: string;
  children: OpenVerb[];
}

/**
 * Reads an answer as strictly as the provider does.
 *
 * @returns the instructions
 * @throws Error for invalid XML or another root than `Response`
 */
export function readAnswer(xml: string): readonly Verb[] {
  const document: OpenVerb = { name: '', attributes: {}, text: '', children: [] };
  const open: OpenVerb[] = [document];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const verb: OpenVerb = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(verb);
    open.push(verb);
  });
  const addText = (text: string): void => {
    const verb = open.at(-1);
    if (verb) verb.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [root] = document.children;
  if (root?.name !== 'Response') throw new Error('The root of the answer is not <Response>.');
  return root.children;
}
