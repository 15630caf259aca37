import type { RequestHandler } from 'express';
import { Fault } from '../errors/fault.ts';

/** Returns the likely error in a path. */
function hintFor(path: string): string {
  if (path.includes('//')) return 'Remove the empty part between two slashes.';
  if (path.length > 1 && path.endsWith('/')) return 'Remove the slash at its end.';
  return 'See /docs for the existing paths.';
}

/** Refuses requests that match no route: the last handler of an app. */
export const refuseUnknownPath: RequestHandler = ({ path }) => {
  throw new Fault('not_found', 'path_not_found', `There is no such path. ${hintFor(path)}`);
};
