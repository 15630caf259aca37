import { receiverPaths } from '@pas/webhooks/src/receiver-paths.ts';
import { expect, test } from 'vitest';
import { describeReceivers } from './describe-receivers.ts';

const operations = Object.entries(describeReceivers(receiverPaths)).flatMap(([path, item]) =>
  [item.get, item.post].flatMap((operation) => (operation ? [{ path, operation }] : [])),
);

test.each(operations)('401 of $path has only the code of a bad signature', ({ operation }) => {
  const refusal = operation.responses?.['401'] as { description: string };
  expect(refusal.description.match(/^- `\w+`/gm)).toEqual(['- `signature_invalid`']);
});
