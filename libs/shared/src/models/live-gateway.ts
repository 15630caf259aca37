import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** One process of a gateway. */
  _id: field.text,
  /** End of the registration, which the gateway renews while it limits requests. A killed gateway counts until then. */
  until: field.date,
};

/** A gateway that limits requests at the moment: the gateways of a deployment share each limit. */
export type LiveGatewayRow = RowOf<typeof fields>;

export const LiveGatewayModel = defineModel('LiveGateway', {
  connection: control,
  collection: 'live_gateways',
  readers: [],
  writers: { gateway: ['insert', 'update', 'remove'] },
  isTenantOwned: false,
  fields,
  indexes: [{ fields: { until: 1 }, options: { expireAfterSeconds: 0 } }],
});
