import { bodyKindsOf, limitOf, type BodyKind, type BodyKinds } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { z } from 'zod';
import { bodyFormsOf, multipartText, multipartType } from './body-forms.ts';

/** A body that is refused before anybody looks at its fields: by what it is answered, its media type and itself. */
export type BadBody = readonly [status: number, type: string, text: string];

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Fields of JSON are nobody's, and so is what is no object. */
const badJson: readonly BadBody[] = [
  [415, `${json}; charset=utf-16`, '{}'],
  [400, json, '{'],
  [400, json, '{"name":"x",}'],
  [422, json, '[]'],
  [422, json, 'null'],
];

const badByKind: Readonly<Record<BodyKind, readonly BadBody[]>> = {
  json: badJson,
  form: [
    [415, `${form}; charset=utf-16`, 'name=x'],
    [400, form, 'name=%zz'],
    [400, form, 'name=%ff'],
  ],
  table: [[415, 'text/csv; charset=klingon', 'a,b']],
  multipart: [
    [400, 'multipart/form-data', '--x--'],
    [400, multipartType, 'no parts'],
    [400, multipartType, multipartText([]).slice(0, -10)],
  ],
  raw: [],
};

/** Types of which a route takes some; each is refused by all others. */
const someTypes: readonly (readonly [BodyKind | null, string, string])[] = [
  ['json', json, '{}'],
  ['form', form, 'name=x'],
  ['table', 'text/csv', 'name'],
  [null, 'text/plain', '{}'],
  [null, 'application/xml', '<x/>'],
];

/** One byte more than a kind of body may have. */
function tooLarge(kind: BodyKind, kinds: BodyKinds): string {
  const bytes = limitOf(kind, kinds) + 1;
  if (kind === 'json') return JSON.stringify({ name: 'x'.repeat(bytes) });
  return kind === 'multipart' ? multipartText([], (kinds.multipart?.maxBytes ?? 0) + 1) : 'x'.repeat(bytes);
}

/** The bodies that a route can't want, for each kind that it takes. Where it takes none, JSON is read and refused. */
export function badBodiesOf(route: Route): BadBody[] {
  const attacked = route.body === undefined ? { ...route, body: z.object({}) } : route;
  const kinds = bodyKindsOf(attacked);
  const forms = bodyFormsOf(attacked);
  const large = forms.map(({ kind, write }): BadBody => [413, write([]).type, tooLarge(kind, kinds)]);
  const malformed = forms.flatMap(({ kind }) => badByKind[kind]);
  const takesAny = kinds.raw !== undefined && kinds.raw.mediaTypes === undefined;
  const foreign = someTypes
    .filter(([kind]) => !takesAny && (kind === null || kinds[kind] === undefined))
    .map(([, type, text]): BadBody => [415, type, text]);
  return [...large, ...malformed, ...foreign];
}
