import { IncludeDeleted, listEnvelope, UpdatedSince } from '@pas/platform/http/page';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idPattern, idSchema, type Entity } from '@pas/shared/ids/id';
import type { DeletableRow } from '@pas/platform/mongo/define-model';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** Returns the common fields of Admin API resources. */
export function entityFields(entity: Entity) {
  return {
    id: idSchema(entity),
    tenantId: idSchema('tenant'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int().min(1).meta({ description: 'Grows by 1 with each change. Also the ETag.' }),
  };
}

interface EntityRow {
  _id: string;
  tenantId: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** Presents the common fields of a row. */
export function presentEntity(row: EntityRow) {
  return {
    id: row._id,
    tenantId: row.tenantId,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    version: row.version,
  };
}

/** Returns the names of a resource's fields, without the common ones. */
export function ownFieldsOf(resource: z.ZodObject): string[] {
  const common = entityFields('tenant');
  return Object.keys(resource.shape).filter((name) => !Object.hasOwn(common, name));
}

type SentField<Field extends z.core.SomeType> = Field extends
  | z.ZodOptional<infer Inner extends z.core.SomeType>
  | z.ZodDefault<infer Inner extends z.core.SomeType>
  ? SentField<Inner>
  : Field;

type PatchFields<Shape extends z.core.$ZodShape> = {
  [Name in keyof Shape]: z.ZodOptional<SentField<Shape[Name]>>;
};

/** Returns a field without its default, and without the metadata of the default. */
function sentField(field: z.core.SomeType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? sentField(field.unwrap())
    : (field as z.ZodType);
}

/** Returns the fields of a patch: those of a creation, each optional and without a default. */
export function patchFields<Shape extends z.core.$ZodShape>(create: Shape): PatchFields<Shape> {
  const fields = Object.entries(create).map(([name, field]) => [name, sentField(field).optional()]);
  return Object.fromEntries(fields) as PatchFields<Shape>;
}

/** A deleted row in a list of changes. */
const Tombstone = z
  .object({ id: z.string().meta({ example: 'unit_01kb3rt9d5e0p8m6q2v7x4hzjn' }), deletedAt: Timestamp })
  .meta({ id: 'Tombstone', description: 'A deleted row; only with `includeDeleted=true`.' });

/** Query parameters for clients that keep a copy of a list with soft deletes. */
export const changesQuery = { updatedSince: UpdatedSince, includeDeleted: IncludeDeleted };

/** The maximum number of ids: a page of rows. */
const maxIds = 200;

/** `ids`: selects rows by id, for clients that join them with rows of another kind. */
export function idsQuery(entity: Entity) {
  const { example } = idSchema(entity).meta() ?? {};
  const one = idPattern(entity).source.slice(1, -1);
  const pattern = `^${one}(?:,${one})*$`;
  const Ids = z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(idSchema(entity)).max(maxIds, `Name at most ${maxIds} ids.`))
    .optional()
    .meta({
      description: `Only the rows with these ids, separated by commas, at most ${maxIds}. Unknown ids, and ids beyond the caller’s reach, are left out.`,
      override: ({ jsonSchema }) =>
        void Object.assign(jsonSchema, { type: 'string', pattern, items: undefined, maxItems: undefined }),
      example,
    });
  return { ids: Ids };
}

type List<Plural extends string, Row extends z.ZodType> = ReturnType<typeof listEnvelope<Plural, Row>>;

/**
 * Returns the envelope of a list with optional deleted rows: a component with rows only, or one with tombstones too. A
 * client that asks for no deleted rows casts the answer to the first type.
 */
export function listWithTombstones<Plural extends string, Entity extends z.ZodType>(
  plural: Plural,
  entity: Entity,
): z.ZodUnion<
  readonly [List<Plural, Entity>, List<Plural, z.ZodUnion<readonly [Entity, typeof Tombstone]>>]
> {
  const id = String(entity.meta()?.id);
  return z.union([
    listEnvelope(plural, entity).meta({ id: `${id}List` }),
    listEnvelope(plural, z.union([entity, Tombstone])).meta({
      id: `${id}ListWithDeleted`,
      description: 'Only with `includeDeleted=true`.',
    }),
  ]);
}

type EndedRow = Pick<DeletableRow, '_id' | 'isLive' | 'deletedAt' | 'updatedAt'>;

/** Presents rows, including deleted ones. */
export function presentRows<Row extends EndedRow, Shown>(rows: readonly Row[], present: (row: Row) => Shown) {
  return rows.map((row) =>
    row.isLive ? present(row) : { id: row._id, deletedAt: timestamp(row.deletedAt ?? row.updatedAt) },
  );
}

/** The key of the entity in another system. Paths contain it, and a path cannot name a slash or a dot segment. */
export const ExternalId = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .regex(/^\P{Cc}*$/u, 'Use one line without control characters.')
  .regex(/^[^/]*$/, 'Use no slash. Replace it, for example by a hyphen.')
  .regex(/^(?!\.{1,2}$)/, 'Use other characters than dots.')
  .meta({ example: 'yardbook-4711' });

/**
 * Whether a name is an abbreviation such as EST, CET or EST5EDT. People read these as a season's time and not
 * as a place.
 */
const isAbbreviation = (name: string): boolean => name !== 'UTC' && /^[A-Z\d+-]+$/.test(name);

/**
 * Returns the IANA spelling of a zone in any capitalization. A zone with two names keeps the sent one: `Intl`
 * would change `Asia/Kolkata` to `Asia/Calcutta`.
 *
 * @returns null for an unknown zone
 */
function spellTimeZone(name: string): string | null {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return null;
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return isAbbreviation(timeZoneId) ? null : timeZoneId;
  } catch {
    return null;
  }
}

/**
 * An IANA time zone in its canonical spelling. Offsets such as `+02:00` and abbreviations are invalid,
 * because they lack daylight saving rules.
 */
export const TimeZone = z
  .string()
  .max(64, { abort: true })
  .refine((name) => spellTimeZone(name) !== null, 'Expected an IANA time zone such as Europe/Berlin.')
  .overwrite((name) => spellTimeZone(name) ?? name)
  .meta({ example: 'America/New_York' });
