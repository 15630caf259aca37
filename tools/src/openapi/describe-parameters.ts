import { z } from 'zod';

type Shape = Readonly<Record<string, z.ZodType>>;

/** What a parameter means wherever it has this name, unless its own schema says something else. */
const meanings: Readonly<Record<string, string>> = {
  accessPointId: 'Only events at this access point.',
  action: 'Only records of this action, such as `unit.created`.',
  actorId: 'Only records of what this actor did.',
  actorType: 'Only records of actors of this kind.',
  correlationId: 'Only records of the request with this correlation id.',
  decision: 'Only events with this decision.',
  externalId: 'Only the one that another system knows by this key.',
  format: 'The format of the file.',
  from: 'Only what happened at this time or later.',
  fromSeq: 'The first record to check, by its place in the chain.',
  id: 'The id of the resource.',
  kind: 'Only those of this kind.',
  method: 'Only events of this way to open a door.',
  occupancy: 'Only units that are lived in, or only those that are not.',
  outcome: 'Only those that ended like this.',
  propertyId: 'Only what belongs to this property.',
  provider: 'Only those of this provider.',
  providerCallId: 'Only the call that its provider knows by this id.',
  status: 'Only those with this status.',
  targetId: 'Only records of what was done to this resource.',
  targetType: 'Only records of what was done to resources of this kind, such as `unit`.',
  to: 'Only what happened before this time.',
  toSeq: 'The last record to check, by its place in the chain.',
  unitId: 'Only what belongs to this unit.',
  userId: 'Only what belongs to this user.',
};

function describe(name: string, schema: z.ZodType): z.ZodType {
  const meta = schema.meta() ?? {};
  const description = meta.description ?? meanings[name];
  return description === undefined ? schema : schema.meta({ ...meta, description });
}

/** Gives each parameter its meaning, where its schema has none of its own. */
export function describeParameters(parameters: Shape): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(parameters).map(([name, schema]) => [name, describe(name, schema)])),
  );
}
