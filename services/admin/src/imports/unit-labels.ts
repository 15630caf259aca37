import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { createNearestText, type NearestText } from './nearest-text.ts';

/** The most labels of a property that are read to suggest one of them. */
const maxLabels = 5000;

/** Suggests the label of a unit that was probably meant, by the labels of its property. */
export interface UnitLabels {
  suggest(propertyId: string, labelKey: string): Promise<string | null>;
}

/** Opens the labels of a tenant's units. Those of a property are read once, when a row first needs them. */
export function openUnitLabels({ tenantId }: OperationContext): UnitLabels {
  const byProperty = new Map<string, Promise<NearestText>>();
  const load = async (propertyId: string): Promise<NearestText> => {
    const filter = { tenantId, isLive: true, propertyId };
    const units = await UnitModel.find(filter, { label: 1, labelKey: 1 })
      .limit(maxLabels)
      .lean<Pick<UnitRow, 'label' | 'labelKey'>[]>();
    const nearest = createNearestText();
    for (const { label, labelKey } of units) nearest.add(labelKey, label);
    return nearest;
  };
  return {
    async suggest(propertyId, labelKey) {
      const labels = byProperty.get(propertyId) ?? load(propertyId);
      byProperty.set(propertyId, labels);
      return (await labels).find(labelKey);
    },
  };
}
