import express, { Router } from 'express';
import { Problem } from '../http/problem.ts';
import { SetDoorBehaviour, type DoorBook } from './door-book.ts';

/** The name of a controller, as the Admin API takes it. */
const refPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws Problem 404 for a name that no controller can have */
function requireRef(ref: string): string {
  if (!refPattern.test(ref)) throw new Problem(404, 'not_found', 'No controller can have this name.');
  return ref;
}

/** Shows how often a door has opened, and sets what its controller does. */
export function createDoorRoutes(doors: DoorBook): Router {
  const router = Router();
  router.get('/doors/:ref', (request, response) => {
    response.json({ door: doors.show(requireRef(request.params.ref)) });
  });
  router.put('/doors/:ref', express.json(), (request, response) => {
    const ref = requireRef(request.params.ref ?? '');
    response.json({ door: doors.set(ref, SetDoorBehaviour.parse(request.body)) });
  });
  return router;
}
