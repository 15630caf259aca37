import express, { type Request, type Response, type Router } from 'express';
import { isSame } from '../../telephony/credentials.ts';
import { actOn, dialFor, unknownLine } from './command.ts';
import { Command, type CommandAnswer } from './command-fields.ts';
import type { Exchange } from './exchange.ts';

/** Routes for call commands of telephony-b. They check credentials as the provider does. */
export function createCommandRoutes({ exchange, apiKey }: { exchange: Exchange; apiKey: string }): Router {
  const router = express.Router();
  const take =
    (act: (request: Request, command: Command) => CommandAnswer) =>
    (request: Request, response: Response): void => {
      if (!isSame(request.get('authorization'), `Bearer ${apiKey}`)) {
        response.status(401).json({ errors: [{ code: '10009', title: 'Authentication failed' }] });
        return;
      }
      const { data: command, error } = Command.safeParse(request.body ?? {});
      if (!command) {
        response
          .status(422)
          .json({ errors: [{ code: '10015', title: 'Bad request', detail: error.message }] });
        return;
      }
      const { status, body } = act(request, command);
      response.status(status).json(body);
    };
  const dial = take((_request, command) => {
    const linked = exchange.find(command.link_to ?? '');
    return linked ? dialFor(linked, command) : unknownLine;
  });
  const act = take(({ params }, command) => {
    const line = exchange.find(String(params['id']));
    return line ? actOn(line, String(params['action']), command) : unknownLine;
  });
  router.post('/telephony-b/v2/calls', express.json(), dial);
  router.post('/telephony-b/v2/calls/:id/actions/:action', express.json(), act);
  return router;
}
