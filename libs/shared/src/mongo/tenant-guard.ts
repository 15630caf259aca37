import type { Aggregate, Query, Schema } from 'mongoose';
import { crossTenant } from './cross-tenant.ts';

/** The query option by which a look-up says that it is one of those listed in `cross-tenant.ts`. */
interface GuardOptions {
  crossTenant?: string;
}

const isListed = ({ crossTenant: purpose }: GuardOptions): boolean =>
  purpose !== undefined && Object.hasOwn(crossTenant, purpose);

const guarded = [
  'find',
  'findOne',
  'findOneAndUpdate',
  'findOneAndDelete',
  'findOneAndReplace',
  'countDocuments',
  'estimatedDocumentCount',
  'distinct',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
] as const;

const isTenantId = (value: unknown): boolean => typeof value === 'string' && value !== '';

function refuse(model: string, operation: string): never {
  throw new Error(
    `${model}.${operation} names no tenant. Put tenantId into the filter, or list it as cross-tenant.`,
  );
}

/**
 * Makes a model throw on every query, aggregation and bulk write that isn't confined to one tenant by an equality on
 * `tenantId`. Leaving the tenant out is then a failing test and not another customer's data.
 */
export function guardTenant(schema: Schema): void {
  schema.pre([...guarded], function (this: Query<unknown, unknown>) {
    if (isListed(this.getOptions() as GuardOptions)) return;
    if (!isTenantId(this.getFilter()['tenantId'])) refuse(this.model.modelName, 'query');
  });
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    if (isListed(this.options as GuardOptions)) return;
    const stages = this.pipeline() as { $match?: Record<string, unknown> }[];
    if (!isTenantId(stages[0]?.$match?.['tenantId'])) refuse(this.model().modelName, 'aggregate');
    guardForeignStages(stages);
  });
  schema.pre('bulkWrite', function (operations, options) {
    if (isListed((options ?? {}) as GuardOptions)) return;
    for (const operation of operations) guardBulkOperation(operation as BulkOperation);
  });
}

type BulkOperation = Record<string, { filter?: Record<string, unknown> }>;

function guardBulkOperation(operation: BulkOperation): void {
  for (const [kind, { filter }] of Object.entries(operation)) {
    if (kind !== 'insertOne' && !isTenantId(filter?.['tenantId'])) refuse('bulkWrite', kind);
  }
}

/** A stage that reads another collection has to name the tenant in a pipeline of its own. */
function guardForeignStages(stages: readonly Record<string, unknown>[]): void {
  for (const stage of stages) {
    for (const name of ['$lookup', '$unionWith', '$graphLookup']) {
      const foreign = stage[name] as { pipeline?: { $match?: Record<string, unknown> }[] } | undefined;
      if (foreign && !isTenantId(foreign.pipeline?.[0]?.$match?.['tenantId'])) refuse('aggregate', name);
    }
  }
}
