import { z } from 'zod';

/** Lists the direct inner schemas of a schema, each with the name of its part of the input. */
function partsOf(schema: z.ZodType): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries<z.ZodType>(schema.shape);
  if (schema instanceof z.ZodArray) return [['[]', schema.element as z.ZodType]];
  if (schema instanceof z.ZodRecord) return [['{}', schema.valueType as z.ZodType]];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => ['', option as z.ZodType]);
  if (schema instanceof z.ZodPipe) return [['', schema.in as z.ZodType]];
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? [['', innerType]] : [];
}

const isLoose = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever);

/**
 * Lists the dotted paths of objects within a body that accept unknown fields. Mounting makes only the body itself
 * strict. Each inner object must be a `z.strictObject`; otherwise a misspelt field is ignored.
 */
export function looseObjects(body: z.ZodObject): string[] {
  const within = (schema: z.ZodType, path: string): string[] =>
    partsOf(schema).flatMap(([name, part]) => {
      const at = [path, name].filter(Boolean).join('.');
      return [...(isLoose(part) ? [at] : []), ...within(part, at)];
    });
  return within(body, '');
}
