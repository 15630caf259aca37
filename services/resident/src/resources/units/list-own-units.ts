import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { isCurrent, type Residence } from '@pas/shared/models/user';
import { loadResident } from '@pas/shared/accounts/load-resident';

/** A unit of the caller, with its property and the caller's residence. */
export interface OwnUnit {
  unit: UnitRow;
  property: PropertyRow;
  residence: Residence;
}

/** Lists the units that the signed-in resident lives in now. */
export async function listOwnUnits(ctx: OperationContext, page: Page): Promise<RowsPage<OwnUnit>> {
  const { tenantId } = ctx;
  const { residences } = await loadResident(ctx);
  const current = new Map(
    residences
      .filter((residence) => isCurrent(residence, ctx))
      .map((residence) => [residence.unitId, residence]),
  );
  const filter = { tenantId, isLive: true, _id: { $in: [...current.keys()] } };
  const { rows: units, ...rest } = await listRows(UnitModel, filter, page);
  const propertyIds = units.map(({ propertyId }) => propertyId);
  const properties = await PropertyModel.find({ tenantId, _id: { $in: propertyIds } }).lean<PropertyRow[]>();
  const rows = units.flatMap((unit) => {
    const property = properties.find(({ _id }) => _id === unit.propertyId);
    const residence = current.get(unit._id);
    return property && residence ? [{ unit, property, residence }] : [];
  });
  return { rows, ...rest };
}
