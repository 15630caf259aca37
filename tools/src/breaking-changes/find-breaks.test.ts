import { describe, expect, test } from 'vitest';
import type { Description, Node } from './description.ts';
import { findBreaks } from './find-breaks.ts';

const unit = {
  type: 'object',
  properties: {
    label: { type: 'string', maxLength: 64 },
    floor: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    state: { type: 'string', enum: ['VACANT', 'OCCUPIED'] },
  },
  required: ['label', 'state'],
};

/** Describes one list and one creation of units, whose schemas are given. */
function describeUnits(request: Node, answer: Node, more: Node = {}): Description {
  const content = (schema: Node) => ({ content: { 'application/json': { schema } } });
  return {
    components: { schemas: { Unit: answer } },
    paths: {
      '/units': {
        get: {
          operationId: 'listUnits',
          'x-required-scope': 'units:read',
          parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', maximum: 200 } }],
          responses: { 200: content({ type: 'array', items: { $ref: '#/components/schemas/Unit' } }) },
          ...more,
        },
        post: {
          operationId: 'ensureUnit',
          requestBody: content(request),
          responses: { 201: content({ $ref: '#/components/schemas/Unit' }), 409: {} },
        },
      },
    },
    webhooks: { 'unit.created': { post: { requestBody: content({ $ref: '#/components/schemas/Unit' }) } } },
  };
}

const released = describeUnits(unit, unit);
const withField = (name: string, field: Node): Node => ({
  ...unit,
  properties: { ...unit.properties, [name]: field },
});
const without = (name: string): Node => ({
  ...unit,
  properties: Object.fromEntries(Object.entries(unit.properties).filter(([each]) => each !== name)),
});

describe('findBreaks', () => {
  test.each<[string, Description]>([
    ['an equal description', describeUnits(unit, unit)],
    ['a new optional field', describeUnits(withField('note', { type: 'string' }), withField('note', {}))],
    [
      'a longer text in a request',
      describeUnits(withField('label', { type: 'string', maxLength: 99 }), unit),
    ],
    [
      'a new value',
      describeUnits(unit, withField('state', { enum: ['VACANT', 'OCCUPIED', 'SOLD'], type: 'string' })),
    ],
    [
      'null in a request',
      describeUnits(withField('label', { type: ['string', 'null'], maxLength: 64 }), unit),
    ],
    [
      'an answer that is always there',
      describeUnits(unit, { ...unit, required: ['label', 'state', 'floor'] }),
    ],
    ['a new path', { ...released, paths: { ...released.paths, '/doors': { get: {} } } }],
    [
      'a new optional parameter',
      describeUnits(unit, unit, {
        parameters: [
          { in: 'query', name: 'limit', schema: { type: 'integer', maximum: 500 } },
          { in: 'query', name: 'q' },
        ],
      }),
    ],
  ])('finds none in %s', (_what, current) => {
    expect(findBreaks(released, current)).toEqual([]);
  });

  test.each<[string, Description]>([
    ['POST /units body: field floor is removed', describeUnits(without('floor'), unit)],
    [
      'POST /units body: floor is required',
      describeUnits({ ...unit, required: ['label', 'state', 'floor'] }, unit),
    ],
    [
      'POST /units body.label: maxLength narrows from 64 to 9',
      describeUnits(withField('label', { type: 'string', maxLength: 9 }), unit),
    ],
    [
      'POST /units body.label: pattern ^A is required',
      describeUnits(withField('label', { type: 'string', maxLength: 64, pattern: '^A' }), unit),
    ],
    ['POST /units body.floor: null is refused', describeUnits(withField('floor', { type: 'string' }), unit)],
    [
      'POST /units body.state: value VACANT is removed',
      describeUnits(withField('state', { type: 'string', enum: ['OCCUPIED'] }), unit),
    ],
    [
      'POST /units body.floor: values are enumerated',
      describeUnits(withField('floor', { anyOf: [{ type: 'string', enum: ['1'] }, { type: 'null' }] }), unit),
    ],
    [
      'POST /units body: further members are refused',
      describeUnits({ ...unit, additionalProperties: false }, unit),
    ],
    ['Unit (answer): field floor is removed', describeUnits(unit, without('floor'))],
    ['Unit (answer): label may be missing', describeUnits(unit, { ...unit, required: ['state'] })],
    [
      'Unit (answer).label: null is new',
      describeUnits(unit, withField('label', { type: ['string', 'null'] })),
    ],
    [
      'Unit (answer).state: value OCCUPIED is removed',
      describeUnits(unit, withField('state', { type: 'string', enum: ['VACANT'] })),
    ],
    ['GET /units query limit: is removed', describeUnits(unit, unit, { parameters: [] })],
    [
      'GET /units query limit: maximum narrows from 200 to 100',
      describeUnits(unit, unit, {
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', maximum: 100 } }],
      }),
    ],
    [
      'GET /units: operationId changes from listUnits to getUnits',
      describeUnits(unit, unit, { operationId: 'getUnits' }),
    ],
    [
      'GET /units: x-required-scope changes from units:read to units:write',
      describeUnits(unit, unit, { 'x-required-scope': 'units:write' }),
    ],
    ['GET /units: status 200 is removed', describeUnits(unit, unit, { responses: { 202: {} } })],
    ['webhook unit.created: is removed', { ...released, webhooks: {} }],
  ])('finds “%s”', (line, current) => {
    expect(findBreaks(released, current)).toEqual([line]);
  });

  test('finds a removed path and a changed type', () => {
    const current = describeUnits(withField('label', { type: 'integer', maxLength: 64 }), unit);
    const { get: _list, ...units } = current.paths?.['/units'] ?? {};
    expect(findBreaks(released, { ...current, paths: { '/units': units } })).toEqual([
      'GET /units: is removed',
      'POST /units body.label: type string is removed',
    ]);
  });

  test('ends for components that contain themselves', () => {
    const tree = { type: 'object', properties: { parent: { $ref: '#/components/schemas/Unit' } } };
    const leaf = { type: 'object', properties: {} };
    expect(findBreaks(describeUnits(unit, tree), describeUnits(unit, tree))).toEqual([]);
    expect(findBreaks(describeUnits(unit, tree), describeUnits(unit, leaf))).toEqual([
      'Unit (answer): field parent is removed',
    ]);
  });
});
