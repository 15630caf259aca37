import { z } from 'zod';

type Shape = Readonly<Record<string, z.ZodType>>;

/** Default descriptions of query parameters by name. A description in a schema overrides them. */
const queryMeanings: Readonly<Record<string, string>> = {
  accessPointId: 'Only events at this access point.',
  action: 'Only records of this action, such as `unit.created`.',
  actorId: 'Only records of this actor.',
  actorType: 'Only records of this type of actor.',
  correlationId: 'Only records of the request with this correlation id.',
  decision: 'Only events with this decision.',
  externalId: 'Only the row with this id from another system.',
  format: 'The format of the file.',
  from: 'Only rows from this time or later.',
  fromSeq: 'The first record to check, by its place in the chain.',
  kind: 'Only rows of this kind.',
  method: 'Only events with this method.',
  occupancy: 'Only OCCUPIED units, or only VACANT units.',
  outcome: 'Only rows with this outcome.',
  propertyId: 'Only rows of this property.',
  provider: 'Only rows of this provider.',
  providerCallId: 'Only the call with this id at its provider.',
  status: 'Only rows with this status.',
  targetId: 'Only records about the resource with this id.',
  targetType: 'Only records about this type of resource, such as `unit`.',
  to: 'Only rows from before this time.',
  toSeq: 'The last record to check, by its place in the chain.',
  unitId: 'Only rows of this unit.',
  userId: 'Only rows of this user.',
};

/** Default descriptions of path parameters by name. */
const pathMeanings: Readonly<Record<string, string>> = {
  id: 'The id of the resource.',
  externalId: 'The id of the resource in another system.',
  userId: 'The id of the person.',
};

const meanings = { query: queryMeanings, path: pathMeanings };

function describe(schema: z.ZodType, meaning: string | undefined): z.ZodType {
  const meta = schema.meta() ?? {};
  const description = meta.description ?? meaning;
  return description === undefined ? schema : schema.meta({ ...meta, description });
}

/** Adds the default description to each parameter without its own. */
export function describeParameters(place: keyof typeof meanings, parameters: Shape): z.ZodObject {
  const described = Object.entries(parameters).map(([name, schema]) => [
    name,
    describe(schema, meanings[place][name]),
  ]);
  return z.object(Object.fromEntries(described));
}
