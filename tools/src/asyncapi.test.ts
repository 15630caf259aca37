import { Parser } from '@asyncapi/parser';
import { catalogue } from '@pas/shared/events/catalogue';
import { expect, test } from 'vitest';
import { asyncApiFiles } from './asyncapi.ts';

const [file] = asyncApiFiles();
const source = file?.content ?? '';

// Parses a description. The parser returns a document only without errors.
const parse = async (text: string) => (await new Parser().parse(text)).document;

test('the description of the events is valid AsyncAPI 3', async () => {
  expect((await parse(source))?.version()).toBe('3.0.0');
});

test('each subject of the catalogue is a channel with one message', async () => {
  const channels = (await parse(source))?.channels().all() ?? [];
  expect(channels.map((channel) => channel.address())).toEqual(Object.keys(catalogue));
  expect(channels.map((channel) => channel.messages().all().length)).toEqual(channels.map(() => 1));
});

test('a broken description is not valid', async () => {
  expect(await parse(source.replace('action: send', 'action: shout'))).toBeUndefined();
});
