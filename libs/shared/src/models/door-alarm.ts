import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...tenantFields,
  accessPointId: field.text,
  propertyId: field.text,
  /** HELD: open too long. FORCED: opened without a command. */
  alarm: field.oneOf('HELD', 'FORCED'),
  /** Door and id of the controller's report. */
  sourceKey: field.text,
  occurredAt: field.date,
};

/** An alarm of a door, as its controller has reported it. */
export type DoorAlarmRow = RowOf<typeof fields>;

export const DoorAlarmModel = defineModel('DoorAlarm', {
  connection: core,
  collection: 'door_alarms',
  readers: ['admin'],
  writers: { 'core-mobile': ['insert'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, sourceKey: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, accessPointId: 1, occurredAt: -1, _id: -1 } },
    // A year of history is enough. Reports older than 30 days are refused, so a repeat is always recognized.
    { fields: { createdAt: 1 }, options: { expireAfterSeconds: 400 * 86_400 } },
  ],
});
