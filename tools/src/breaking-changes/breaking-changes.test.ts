import { expect, test } from 'vitest';
import { descriptionNames, readDeclaredBreaks, readDescription } from './descriptions.ts';
import { findBreaks } from './find-breaks.ts';

test.each(descriptionNames)(
  'the description %s breaks no client of the last release undeclared',
  async (name) => {
    const breaks = findBreaks(await readDescription(name, true), await readDescription(name));
    const declared = (await readDeclaredBreaks()).filter(({ api }) => api === name);
    // Declare an intended break in docs/openapi/released/declared-breaks.yaml, with its reason.
    expect(breaks).toEqual(declared.map((each) => each.break).toSorted());
    for (const { reason } of declared) expect(reason.trim().length).toBeGreaterThan(20);
  },
);
