import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Route } from '@pas/platform/http/define-route';
import { bodyFormsOf, sampleSent, type BodyForm } from './body-forms.ts';
import { hostileTexts, hostileValues, operators, valuesForTurn } from './hostile-values.ts';
import { ownPathOf } from './id-slots.ts';
import { nameOf, pathOf, pathParameters, sampleFields, type Fields } from './sample-input.ts';
import { named, strike, type Target } from './strike.ts';

/** Sets the same value in every field. */
const everywhere = (names: readonly string[], value: unknown): Fields =>
  Object.fromEntries(names.map((name) => [name, value]));

/**
 * Lists the inputs to send. Each value in all fields at once tests the schema. Each value that the schema accepts, by
 * itself, tests the operation.
 */
function attacksOn(shape: Readonly<Record<string, z.ZodType>>, values: readonly unknown[]): Fields[] {
  const names = Object.keys(shape);
  const taken = Object.entries(shape).flatMap(([name, schema]) =>
    values.filter((value) => schema.safeParse(value).success).map((value) => ({ [name]: value })),
  );
  return [...values.map((value) => everywhere(names, value)), ...taken];
}

type FormOfRoute = [string, Route, BodyForm, Readonly<Record<string, z.ZodType>>];

/** Lists the kinds of body with fields, as rows of a table of tests. A body may have rules over several fields. */
const formsWithFields = (routes: readonly Route[]): FormOfRoute[] =>
  routes.flatMap((route) =>
    bodyFormsOf(route).flatMap((form): FormOfRoute[] => {
      const shape = (form.schema?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
      const name = form.kind === 'json' ? nameOf(route) : `${nameOf(route)} as ${form.kind}`;
      return Object.keys(shape).length > 0 ? [[name, route, form, shape]] : [];
    }),
  );

function testBodies(target: Target): void {
  const forms = formsWithFields(target.routes);

  // A form contains only texts, so an operator arrives as text, like every hostile value below.
  test.each(forms.filter(([, , { kind }]) => kind === 'json'))(
    '%s: operators in the body are never values',
    async (_name, route, form, shape) => {
      const names = Object.keys(shape);
      for (const operator of operators) {
        const sent = form.write(Object.entries(everywhere(names, operator)));
        const path = ownPathOf(route, target.own());
        const { status, errors } = await strike(target, route, { path, ...sent });
        expect(status).toBe(422);
        expect(new Set(errors.map(({ path: at }) => at.split('.')[0]))).toEqual(new Set(names));
      }
    },
  );

  const cases = forms.map(([name, route, form, shape], turn) => {
    const attacks = attacksOn(shape, valuesForTurn(hostileValues, turn));
    return [name, route, form, attacks] as const;
  });
  test.each(cases)(
    '%s: no value in the body causes a server error',
    async (_name, route, { schema, write }, attacks) => {
      const sample = schema ? sampleFields(schema) : {};
      for (const fields of attacks) {
        const sent = write(Object.entries({ ...sample, ...fields }));
        const { status } = await strike(target, route, { path: ownPathOf(route, target.own()), ...sent });
        expect({ fields, isAnswered: status < 500 }).toEqual({ fields, isAnswered: true });
      }
    },
  );
}

function testQueries(target: Target): void {
  const withQuery = target.routes.filter(({ query }) => Object.keys(query ?? {}).length > 0);

  test.each(named(withQuery).map((row, turn) => [...row, turn] as const))(
    '%s: no value in the query causes a server error',
    async (_name, route, turn) => {
      for (const fields of attacksOn(route.query ?? {}, valuesForTurn(hostileTexts, turn))) {
        const query = new URLSearchParams(fields as Record<string, string>);
        const { status } = await strike(target, route, {
          path: `${pathOf(route)}?${query.toString()}`,
          ...sampleSent(route),
        });
        expect({ fields, isAnswered: status < 500 }).toEqual({ fields, isAnswered: true });
      }
    },
  );
}

function testPaths(target: Target): void {
  const withIds = target.routes.filter((route) => pathParameters(route).length > 0);

  const texts = hostileTexts.filter((text) => text !== '');
  test.each(named(withIds).map((row, turn) => [...row, turn] as const))(
    '%s: an invalid id answers like an unknown one',
    async (_name, route, turn) => {
      const sent = sampleSent(route);
      for (const value of valuesForTurn(texts, turn)) {
        const path = pathOf(route, everywhere(pathParameters(route), value) as Record<string, string>);
        const { status } = await strike(target, route, { path, ...sent });
        // A PUT creates the resource that its path names, so any text is a name. The body of the sample is then
        // validated.
        const isRefused = status === 404 || (route.method === 'put' && status === 422);
        expect([value, status, isRefused]).toEqual([value, status, true]);
      }
    },
  );
}

/** Tests that no odd value is used as an operator, breaks a route or counts as an id. Routes share the values. */
export function testHostileInput(target: Target): void {
  // Paths come first, because the bodies give such texts to rows as names.
  testPaths(target);
  testBodies(target);
  testQueries(target);
}
