import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ZodError } from 'zod';
import { markup } from './markup.ts';
import { pageHeaders, renderPage } from './page.ts';

/** Error for the client: a status, a stable code for programs and a sentence for people. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Answers an unknown path. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new Problem(404, 'not_found', 'There is nothing at this address.');
};

/**
 * Converts errors to answers. Invalid input is 422 with all faults, an unreadable body is 400. An unexpected error is
 * 500 and goes to `report`. A browser that opens an address gets a page.
 */
export function renderProblem(report: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, code, message } = toProblem(error);
    if (status >= 500) report(error);
    if (request.accepts(['json', 'html']) === 'html') {
      response.status(status).set(pageHeaders).send(renderProblemPage(code, message));
      return undefined;
    }
    const errors = error instanceof ZodError ? listFaults(error) : undefined;
    response
      .status(status)
      .type('application/problem+json')
      .send(JSON.stringify({ type: 'about:blank', title: code, status, code, message, errors }));
    return undefined;
  };
}

function renderProblemPage(code: string, message: string): string {
  return renderPage('Request failed', markup`<p role="alert">${message}</p><p><code>${code}</code></p>`);
}

function listFaults(error: ZodError): object[] {
  return error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message }));
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ZodError) return new Problem(422, 'validation_failed', 'The input is not valid.');
  if (isBodyError(error)) return new Problem(error.status, 'body_unreadable', 'The body cannot be read.');
  return new Problem(500, 'internal', 'Something went wrong.');
}

/** Whether an error comes from Express's body readers. It has the status of the answer. */
function isBodyError(error: unknown): error is { status: number } {
  return (
    error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
  );
}
