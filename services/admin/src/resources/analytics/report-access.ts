import { AccessEventModel } from '@pas/shared/models/access-event';
import { countIf, type Measure, type Sums } from './sum-rows.ts';

const methods = ['APP', 'DTMF', 'PIN', 'STAFF', 'LINK'] as const;
type Method = (typeof methods)[number];
type Name = 'granted' | 'denied' | Method;

const countOf = (field: 'decision' | 'method', value: string) => countIf({ $eq: [`$${field}`, value] });

const measure: Measure<Name> = {
  model: AccessEventModel as never,
  moment: 'occurredAt',
  sums: {
    granted: countOf('decision', 'GRANTED'),
    denied: countOf('decision', 'DENIED'),
    ...(Object.fromEntries(methods.map((method) => [method, countOf('method', method)])) as Record<
      Method,
      object
    >),
  },
};

const present = ({ granted, denied, ...byMethod }: Sums<Name>) => ({ granted, denied, byMethod });

/** Report of access decisions, by result and method. */
export const accessReport = { measure, present };
