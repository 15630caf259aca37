import { publicEventTypes } from '@pas/shared/events/public-types';
import { z } from 'zod';
import { AccessEvent } from '../resources/access-events/access-event.schema.ts';
import { AccessPoint } from '../resources/access-points/access-point.schema.ts';
import { ApiKey } from '../resources/api-keys/api-key.schema.ts';
import { Call } from '../resources/calls/call.schema.ts';
import { Import } from '../resources/imports/import.schema.ts';
import { Invite } from '../resources/onboarding/invite.schema.ts';
import { Unit } from '../resources/units/unit.schema.ts';
import { User } from '../resources/users/user.schema.ts';

/** The types of public events. */
export const PublicEventTypeName = z
  .enum(publicEventTypes)
  .meta({ id: 'EventType', description: 'A type of event. Later versions may add types.' });

/** Data of an event: its entity, under the key of its `GET` form. */
export const PublicEventData = z
  .union([
    z.object({ invite: Invite.nullable() }),
    z.object({ user: User.nullable() }),
    z.object({ call: Call.nullable() }),
    z.object({ accessEvent: AccessEvent.nullable() }),
    z.object({ accessPoint: AccessPoint.nullable() }),
    z.object({ unit: Unit.nullable() }),
    z.object({ import: Import.nullable() }),
    z.object({ apiKey: ApiKey.nullable() }),
  ])
  .meta({
    id: 'PublicEventData',
    description:
      'The entity of the event, in its `GET` form at the time of sending. Its key names the kind. Null if the entity has been removed for good. Invites have no token.',
  });
