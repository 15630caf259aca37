import type { Model } from 'mongoose';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import { AccessPointModel, type AccessPointRow } from '../models/access-point.ts';
import { ApiKeyModel, type ApiKeyRow } from '../models/api-key.ts';
import { ControllerKeyModel, type ControllerKeyRow } from '../models/controller-key.ts';
import { DeviceModel, type DeviceRow } from '../models/device.ts';
import { ImportModel, type ImportRow } from '../models/import.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { PropertyModel, type PropertyRow } from '../models/property.ts';
import { TenantModel, type TenantRow } from '../models/tenant.ts';
import { UnitModel, type UnitRow } from '../models/unit.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { VirtualNumberModel, type VirtualNumberRow } from '../models/virtual-number.ts';
import { WebhookEndpointModel, type WebhookEndpointRow } from '../models/webhook-endpoint.ts';

/** The part of a row that a plan reads, besides its label. */
export interface PlannedRow {
  _id: string;
  version: number;
  propertyId?: string | null;
}

/** A kind of audit target whose rows have versions. */
export interface PlannedKind {
  model: Model<PlannedRow>;
  /** The scope without which a plan shows no label. */
  scope: string;
  labelOf: (row: PlannedRow) => string | null;
}

function kindOf<Row>(
  model: Model<Row>,
  scope: string,
  labelOf: (row: Row) => string | null | undefined,
): PlannedKind {
  return {
    model: model as unknown as Model<PlannedRow>,
    scope,
    labelOf: (row) => labelOf(row as unknown as Row) ?? null,
  };
}

const fullName = ({ firstName, lastName, email }: UserRow): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

const invite = kindOf(
  InviteModel,
  'onboarding:read',
  (row: InviteRow) => row.inviteeName ?? row.inviteeEmail ?? row.inviteePhone,
);

/** The kinds of audit targets with versions. `email` and `sms` are messages of the invite with their id. */
export const plannedKinds: Readonly<Partial<Record<string, PlannedKind>>> = {
  access_pass: kindOf(AccessPassModel, 'passes:read', (row: AccessPassRow) => row.guestName),
  access_point: kindOf(AccessPointModel, 'access-points:read', (row: AccessPointRow) => row.name),
  api_key: kindOf(ApiKeyModel, 'api-keys:read', (row: ApiKeyRow) => row.name),
  controller_key: kindOf(ControllerKeyModel, 'access-points:read', (_row: ControllerKeyRow) => null),
  device: kindOf(DeviceModel, 'devices:read', (row: DeviceRow) => row.platform),
  email: invite,
  import: kindOf(ImportModel, 'imports:read', (row: ImportRow) => row.fileName),
  invite,
  property: kindOf(PropertyModel, 'properties:read', (row: PropertyRow) => row.name),
  sms: invite,
  tenant: kindOf(TenantModel, 'tenants:read', (row: TenantRow) => row.name),
  unit: kindOf(UnitModel, 'units:read', (row: UnitRow) => row.label),
  user: kindOf(UserModel, 'users:read', fullName),
  virtual_number: kindOf(VirtualNumberModel, 'virtual-numbers:read', (row: VirtualNumberRow) => row.number),
  webhook_endpoint: kindOf(WebhookEndpointModel, 'webhooks:read', (row: WebhookEndpointRow) => row.url),
};
