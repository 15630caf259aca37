import { z } from 'zod';
import type { Route } from '@pas/platform/http/define-route';

function shapeOf(schema: z.ZodType | undefined): Record<string, unknown> {
  if (schema instanceof z.ZodUnion) return shapeOf(schema.options[0] as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Returns whether a route answers a page of a list, with a `Link` to its neighbours. */
export function answersList({ response }: Route): boolean {
  const shape = shapeOf(response);
  return ['total', 'limit', 'offset'].every((field) => field in shape);
}

/** Returns whether a route answers one entity with its version, as an `ETag`. */
export function answersVersion({ response, answers }: Route): boolean {
  if (answers !== 'json') return false;
  const [entity] = Object.values(shapeOf(response));
  return entity instanceof z.ZodObject && 'version' in entity.shape;
}
