import type { RequestHandler } from 'express';
import { Fault } from '../errors/fault.ts';

/** Refuses requests that match no route: the last handler of an app. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new Fault('not_found', 'path_not_found', 'There is no such path. See /docs for the existing paths.');
};
