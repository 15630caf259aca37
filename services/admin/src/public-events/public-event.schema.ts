import { Timestamp } from '@pas/platform/http/timestamp';
import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { z } from 'zod';
import { AccessEvent } from '../resources/access-events/access-event.schema.ts';
import { AccessPoint } from '../resources/access-points/access-point.schema.ts';
import { ApiKey } from '../resources/api-keys/api-key.schema.ts';
import { Call } from '../resources/calls/call.schema.ts';
import { Import } from '../resources/imports/import.schema.ts';
import { Invite } from '../resources/onboarding/invite.schema.ts';
import { Report } from '../resources/reports/report.schema.ts';
import { Unit } from '../resources/units/unit.schema.ts';
import { User } from '../resources/users/user.schema.ts';
import { entityOfType, type PublicEntity } from './public-catalogue.ts';
import { publicEventMeanings } from './public-event-meanings.ts';

/** The types of public events. */
export const PublicEventTypeName = z
  .enum(publicEventTypes)
  .meta({ id: 'EventType', description: 'A type of event. Later versions may add types.' });

const description =
  'The entity of the event, in its `GET` form at the time of sending. Null if the entity has been removed for good.';

/** Data of an event by its entity, under the key of the entity's `GET` form. */
const dataByEntity = {
  invite: z.object({ invite: Invite.nullable() }).meta({
    id: 'InviteEventData',
    description: `${description} Without token.`,
  }),
  user: z.object({ user: User.nullable() }).meta({ id: 'UserEventData', description }),
  call: z.object({ call: Call.nullable() }).meta({ id: 'CallEventData', description }),
  accessEvent: z.object({ accessEvent: AccessEvent.nullable() }).meta({ id: 'AccessEventData', description }),
  accessPoint: z
    .object({ accessPoint: AccessPoint.nullable() })
    .meta({ id: 'AccessPointEventData', description }),
  unit: z.object({ unit: Unit.nullable() }).meta({ id: 'UnitEventData', description }),
  report: z.object({ report: Report.nullable() }).meta({ id: 'ReportEventData', description }),
  import: z.object({ import: Import.nullable() }).meta({ id: 'ImportEventData', description }),
  apiKey: z.object({ apiKey: ApiKey.nullable() }).meta({ id: 'ApiKeyEventData', description }),
} satisfies Record<PublicEntity, z.ZodObject>;

type DataByEntity = typeof dataByEntity;

/** An entity of public events, as it is presented. */
export type EntityInput<Entity extends PublicEntity> = {
  [E in PublicEntity]: E extends keyof z.input<DataByEntity[E]>
    ? NonNullable<z.input<DataByEntity[E]>[E]>
    : never;
}[Entity];

/** Completes the fields of an entity: missing ones that may be null are null. */
export function completeEntity(entity: PublicEntity, given: Readonly<Record<string, unknown>>): object {
  const shapes: Readonly<Record<string, z.ZodNullable<z.ZodObject>>> = dataByEntity[entity].shape;
  const fields = Object.entries(shapes[entity]?.unwrap().shape ?? {}) as [string, z.ZodType][];
  const present = fields.filter(([name, field]) => name in given || field.safeParse(null).success);
  return Object.fromEntries(present.map(([name]) => [name, given[name] ?? null]));
}

/** Data of an event of any type. */
export type PublicEventData = z.input<(typeof dataByEntity)[PublicEntity]>;

/** `resident.moved_in` → `ResidentMovedIn`. */
export const pascalName = (type: PublicEventType): string =>
  type.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** Returns the schema of the data of an event's type. */
export const dataOfType = (type: PublicEventType): z.ZodType<PublicEventData, PublicEventData> =>
  dataByEntity[entityOfType[type]];

const fieldsOf = (type: PublicEventType) => ({
  type: z.literal(type),
  timestamp: Timestamp.meta({ description: 'The time of the event.' }),
  data: dataOfType(type),
});

/** Returns the schema of the body that a webhook endpoint gets for an event of this type. */
export const webhookEventOf = (type: PublicEventType) =>
  z.object(fieldsOf(type)).meta({ id: `${pascalName(type)}Event`, description: publicEventMeanings[type] });

/** Makes the union of the events of all types with further fields, discriminated by `type`. */
export function anyEventWith<Shape extends z.ZodRawShape>(suffix: string, shape: Shape) {
  const eventOf = (type: PublicEventType) =>
    z
      .object({ ...fieldsOf(type), ...shape })
      .meta({ id: `${pascalName(type)}${suffix}`, description: publicEventMeanings[type] });
  const [first, ...others] = publicEventTypes;
  return z.discriminatedUnion('type', [eventOf(first), ...others.map(eventOf)]);
}
