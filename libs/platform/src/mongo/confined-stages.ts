/** The fields of a filter, a row or a stage. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a filter has an equality on one tenant, or a row belongs to one. */
export function namesTenant(fields: unknown): fields is { tenantId: string } {
  const { tenantId } = (fields ?? {}) as Fields;
  return typeof tenantId === 'string' && tenantId !== '';
}

/** The first `$match` of a stage that reads another collection; each kind of stage keeps it elsewhere. */
const foreignMatch: Readonly<Record<string, (stage: Fields) => unknown>> = {
  $lookup: ({ pipeline }) => firstMatch(pipeline),
  $unionWith: ({ pipeline }) => firstMatch(pipeline),
  $graphLookup: ({ restrictSearchWithMatch }) => restrictSearchWithMatch,
};

const firstMatch = (pipeline: unknown): unknown =>
  (pipeline as readonly Fields[] | undefined)?.[0]?.['$match'];

/** Pipelines within a stage: each branch of `$facet`, and what `$lookup` and `$unionWith` run on the other collection. */
function innerPipelines(kind: string, stage: Fields): readonly (readonly Fields[])[] {
  const inner = kind === '$facet' ? Object.values(stage) : [stage['pipeline'] ?? []];
  return inner as readonly (readonly Fields[])[];
}

const writesElsewhere = (kind: string): boolean => kind === '$out' || kind === '$merge';

/**
 * Walks an aggregation into its branches: a stage that reads another collection has to start from the same tenant, and
 * none may write into a collection, where nothing would check the tenant.
 *
 * @param tenantId null for a listed cross-tenant look-up, which reads no other collection at all
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
