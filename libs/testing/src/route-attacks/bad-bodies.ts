import { bodyKindsOf, limitOf, type BodyKind, type BodyKinds } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { z } from 'zod';
import { bodyFormsOf, multipartText, multipartType } from './body-forms.ts';

/** A body that is refused before its fields are read: expected status, media type and text. */
export type BadBody = readonly [status: number, type: string, text: string];

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Invalid JSON bodies. */
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

/** Media types. A route refuses each type that it does not accept. */
const someTypes: readonly (readonly [BodyKind | null, string, string])[] = [
  ['json', json, '{}'],
  ['form', form, 'name=x'],
  ['table', 'text/csv', 'name'],
  [null, 'text/plain', '{}'],
  [null, 'application/xml', '<x/>'],
];

/** Makes a body one byte over the limit of its kind. */
function tooLarge(kind: BodyKind, kinds: BodyKinds): string {
  const bytes = limitOf(kind, kinds) + 1;
  if (kind === 'json') return JSON.stringify({ name: 'x'.repeat(bytes) });
  return kind === 'multipart' ? multipartText([], (kinds.multipart?.maxBytes ?? 0) + 1) : 'x'.repeat(bytes);
}

/** Lists invalid bodies for each kind that a route accepts. A route without a body reads and refuses JSON. */
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
