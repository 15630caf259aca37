import { expect, test } from 'vitest';
import { serviceSchemas } from '../service-configs.ts';
import { badEnvironmentOf, checkedOf } from './environments.ts';
import { runMain } from './run-main.ts';

test.each(Object.keys(serviceSchemas))(
  'the process of %s exits with code 1, names all faults at once and prints no value',
  async (service) => {
    const refusal = await runMain(`services/${service}/src/main.ts`, badEnvironmentOf(service));
    expect(refusal).toEqual({ code: 1, named: new Set(checkedOf(service)), showsValue: false });
  },
);
