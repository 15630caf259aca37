import { beforeAll, describe, expect, test } from 'vitest';
import { parseDescription, readDescription } from './description.ts';
import { ModelWriter } from './model-writer.ts';
import { readMethodTable } from './python-client-files.ts';
import { toSnake, toWireName } from './python-names.ts';
import { preparePythonClient, runPython } from './run-python.ts';

const writeModels = (schemas: object, name: string): string => {
  const text = JSON.stringify({ paths: {}, components: { schemas, parameters: {} } });
  const models = new ModelWriter(parseDescription(text));
  models.addComponent(name);
  return models.write();
};

describe('the generated models', () => {
  test('a field of an answer takes values that the description does not list', () => {
    const kind = { type: 'string', enum: ['A', 'B'] };
    const door = { type: 'object', properties: { kind }, required: ['kind'] };
    expect(writeModels({ Door: door }, 'Door')).toContain('    kind: Literal["A", "B"] | str\n');
  });

  test('a null may be missing', () => {
    const floor = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    const unit = { type: 'object', properties: { floor }, required: ['floor'] };
    expect(writeModels({ Unit: unit }, 'Unit')).toContain('    floor: str | None = None\n');
  });

  test('a description cannot end its docstring', () => {
    const unit = { type: 'object', description: 'A """ b \\', properties: { id: { type: 'string' } } };
    expect(writeModels({ Unit: unit }, 'Unit')).toContain(`    """A ''' b \\\\"""\n`);
  });

  test.each(['propertyId', 'line1', 'tokenLast6', 'from', 'p256dh', 'id'])(
    '%s returns to its name',
    (field) => {
      expect(toWireName(toSnake(field))).toBe(field);
    },
  );
});

test.each(['admin', 'resident', 'core-mobile'])(
  'each operation of %s has exactly one method',
  async (name) => {
    const { operations } = await readDescription(name);
    const { clients } = await readMethodTable();
    const named = Object.values(clients).flatMap((descriptions) => Object.keys(descriptions[name] ?? {}));
    expect(named.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
  },
);

describe('the package', () => {
  let python: string;

  // A new machine fetches what the client needs from the package index.
  beforeAll(async () => {
    python = await preparePythonClient(['requirements.txt']);
  }, 600_000);

  test('passes its tests', async () => {
    expect(await runPython(python, ['-m', 'pytest'])).toMatch(/^\d+ passed in /m);
  });
});
