import express, { Router } from 'express';
import { z } from 'zod';
import { Problem } from '../http/problem.ts';
import type { Controllers } from './controllers.ts';
import { SetDoorBehaviour, type DoorBook } from './door-book.ts';
import { DoorEventInput, type EventLog } from './event-log.ts';

/** Format of a controller's name in the Admin API. */
const refPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws Problem 404 for an impossible name */
function requireRef(ref: string | undefined): string {
  if (ref === undefined || !refPattern.test(ref))
    throw new Problem(404, 'not_found', 'No controller can have this name.');
  return ref;
}

/** Key of an access point's controller, as the Admin API returns it. */
const GiveController = z.strictObject({
  accessPointId: z.string().min(1),
  key: z.string().startsWith('pac_'),
});

interface DoorRouteParts {
  doors: DoorBook;
  events: EventLog;
  controllers: Controllers;
  /** Makes the controllers report now. */
  wake: () => void;
}

/** Routes that show the openings of a door, set its controller's behaviour, and trigger events there. */
export function createDoorRoutes({ doors, events, controllers, wake }: DoorRouteParts): Router {
  const router = Router();
  router.get('/doors/:ref', (request, response) => {
    response.json({ door: doors.show(requireRef(request.params.ref)) });
  });
  router.put('/doors/:ref', express.json(), (request, response) => {
    const door = doors.set(requireRef(request.params.ref), SetDoorBehaviour.parse(request.body));
    wake();
    response.json({ door });
  });
  router.put('/doors/:ref/controller', express.json(), (request, response) => {
    const ref = requireRef(request.params.ref);
    controllers.add({ ref, ...GiveController.parse(request.body) });
    wake();
    response.json({ door: doors.show(ref) });
  });
  router.post('/doors/:ref/events', express.json(), async (request, response) => {
    const ref = requireRef(request.params.ref);
    const given = DoorEventInput.parse(request.body);
    if (!(await controllers.find(ref)))
      throw new Problem(
        409,
        'no_controller',
        'Give the door a controller first: PUT /doors/{ref}/controller.',
      );
    const event = events.add(ref, given);
    wake();
    response.status(202).json({ event });
  });
  return router;
}
