/** The fields of a filter, a row or a stage. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a filter has an equality on one tenant, or a row belongs to one. */
export function namesTenant(fields: unknown): fields is { tenantId: string } {
  const { tenantId } = (fields ?? {}) as Fields;
  return typeof tenantId === 'string' && tenantId !== '';
}

/** Finds the first `$match` of a stage that reads another collection, by the kind of stage. */
const foreignMatch: Readonly<Record<string, (stage: Fields) => unknown>> = {
  $lookup: ({ pipeline }) => firstMatch(pipeline),
  $unionWith: ({ pipeline }) => firstMatch(pipeline),
  $graphLookup: ({ restrictSearchWithMatch }) => restrictSearchWithMatch,
};

const firstMatch = (pipeline: unknown): unknown =>
  (pipeline as readonly Fields[] | undefined)?.[0]?.['$match'];

/** Lists the pipelines within a stage: the branches of `$facet`, and those of `$lookup` and `$unionWith`. */
function innerPipelines(kind: string, stage: Fields): readonly (readonly Fields[])[] {
  const inner = kind === '$facet' ? Object.values(stage) : [stage['pipeline'] ?? []];
  return inner as readonly (readonly Fields[])[];
}

const writesElsewhere = (kind: string): boolean => kind === '$out' || kind === '$merge';

/**
 * Checks an aggregation and its branches. A stage that reads another collection must start from the same tenant. No
 * stage may write into a collection, because no guard would check the tenant there.
 *
 * @param tenantId null for a listed cross-tenant look-up, which may read no other collection
 */
export function requireConfinedStages(
  stages: readonly Fields[],
  tenantId: string | null,
  refusal: () => Error,
): void {
  for (const [kind, stage] of stages.flatMap((each) => Object.entries(each) as [string, Fields][])) {
    if (writesElsewhere(kind)) throw refusal();
    const match = foreignMatch[kind]?.(stage);
    const isForeign = Object.hasOwn(foreignMatch, kind);
    if (isForeign && !(namesTenant(match) && match.tenantId === tenantId)) throw refusal();
    if (!isForeign && kind !== '$facet') continue;
    for (const inner of innerPipelines(kind, stage)) requireConfinedStages(inner, tenantId, refusal);
  }
}
