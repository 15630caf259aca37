import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Route } from '@pas/platform/http/define-route';
import { bodyFormsOf, sampleSent, type BodyForm } from './body-forms.ts';
import { hostileTexts, hostileValues, operators } from './hostile-values.ts';
import { ownPathOf } from './id-slots.ts';
import { nameOf, pathOf, pathParameters, sampleFields, type Fields } from './sample-input.ts';
import { named, strike, type Target } from './strike.ts';

/** The same value in every field at once. */
const everywhere = (names: readonly string[], value: unknown): Fields =>
  Object.fromEntries(names.map((name) => [name, value]));

/**
 * What is worth sending: each value in all fields at once, which shows that the schema stands it, and alone where the
 * schema takes it, which shows that the work behind does.
 */
function attacksOn(shape: Readonly<Record<string, z.ZodType>>, values: readonly unknown[]): Fields[] {
  const names = Object.keys(shape);
  const taken = Object.entries(shape).flatMap(([name, schema]) =>
    values.filter((value) => schema.safeParse(value).success).map((value) => ({ [name]: value })),
  );
  return [...values.map((value) => everywhere(names, value)), ...taken];
}

type FormOfRoute = [string, Route, BodyForm, Readonly<Record<string, z.ZodType>>];

/** The kinds of body that have fields, as rows of a table of tests. A body may have rules of its own around its fields. */
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

  // A form carries texts alone: an operator arrives there as text, like every hostile value below.
  test.each(forms.filter(([, , { kind }]) => kind === 'json'))(
    '%s: operators in its body are no values',
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

  test.each(forms)('%s: no value in its body breaks it', async (_name, route, form, shape) => {
    for (const fields of attacksOn(shape, hostileValues)) {
      const sample = form.schema ? sampleFields(form.schema) : {};
      const sent = form.write(Object.entries({ ...sample, ...fields }));
      const { status } = await strike(target, route, { path: ownPathOf(route, target.own()), ...sent });
      expect({ fields, isAnswered: status < 500 }).toEqual({ fields, isAnswered: true });
    }
  });
}

function testQueries(target: Target): void {
  const withQuery = target.routes.filter(({ query }) => Object.keys(query ?? {}).length > 0);

  test.each(named(withQuery))('%s: no value in its query breaks it', async (_name, route) => {
    for (const fields of attacksOn(route.query ?? {}, hostileTexts)) {
      const query = new URLSearchParams(fields as Record<string, string>);
      const { status } = await strike(target, route, {
        path: `${pathOf(route)}?${query.toString()}`,
        ...sampleSent(route),
      });
      expect({ fields, isAnswered: status < 500 }).toEqual({ fields, isAnswered: true });
    }
  });
}

function testPaths(target: Target): void {
  const withIds = target.routes.filter((route) => pathParameters(route).length > 0);

  test.each(named(withIds))('%s: what is no id is an unknown one', async (_name, route) => {
    const sent = sampleSent(route);
    for (const value of hostileTexts.filter((text) => text !== '')) {
      const path = pathOf(route, everywhere(pathParameters(route), value) as Record<string, string>);
      const { status } = await strike(target, route, { path, ...sent });
      // A PUT makes what its path names, so there any text is a name; the body of the sample is then judged.
      const isRefused = status === 404 || (route.method === 'put' && status === 422);
      expect([value, status, isRefused]).toEqual([value, status, true]);
    }
  });
}

/** Tests that no value, however odd, is taken for an operator, breaks a route or passes as an id. */
export function testHostileInput(target: Target): void {
  testBodies(target);
  testQueries(target);
  testPaths(target);
}
