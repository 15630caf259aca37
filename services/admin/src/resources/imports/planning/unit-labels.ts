import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { toLabelKey } from '@pas/shared/models/label-key';
import { createNearestText, type NearestText } from './nearest-text.ts';

/** The maximum number of a property's labels that are read for suggestions. */
const maxLabels = 5000;

/** Suggests the nearest unit label of a property. */
export interface UnitLabels {
  suggest(propertyId: string, unit: { label: string; labelKey: string }): Promise<string | null>;
}

/** Returns the key of a label's last word, such as `101` of `Tower 101`; null for a single word. */
function lastWordKey(label: string): string | null {
  const word = /\s(\S+)$/.exec(label)?.[1];
  return word === undefined ? null : toLabelKey(word);
}

/** Creates the suggestions of a tenant. The labels of a property are read once, on first use. */
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
    async suggest(propertyId, { label, labelKey }) {
      const loaded = byProperty.get(propertyId) ?? load(propertyId);
      byProperty.set(propertyId, loaded);
      const labels = await loaded;
      const word = lastWordKey(label);
      return labels.find(labelKey) ?? (word === null ? null : labels.find(word));
    },
  };
}
