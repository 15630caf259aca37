import { sayProblem } from './say-problem.ts';

/** A refusal of the API or a missing answer, with a message for people. */
export class ApiProblem extends Error {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly correlationId: string | null;
  /** Messages about fields, by the path of the field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, details: Omit<ApiProblem, keyof Error>) {
    super(message);
    this.name = 'ApiProblem';
    this.status = details.status;
    this.code = details.code;
    this.correlationId = details.correlationId;
    this.fields = details.fields;
  }
}

interface ProblemBody {
  code?: string;
  message?: string;
  correlationId?: string;
  errors?: { path: string; message: string }[];
}

/** Builds a problem from an answer's body, also from a body that is not one of the API's problems. */
export function toProblem(status: number, body: unknown, correlationId: string | null): ApiProblem {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as ProblemBody;
  const fields = (problem.errors ?? []).map(
    ({ path, message }) => [path, sayProblem(path, message)] as const,
  );
  return new ApiProblem(problem.message ?? 'The service could not answer. Try again.', {
    status,
    code: problem.code ?? 'unreadable_answer',
    correlationId: problem.correlationId ?? correlationId,
    fields: Object.fromEntries(fields),
  });
}

/** No answer came: the network or the service is away. */
export const noAnswer = (): ApiProblem =>
  new ApiProblem('No answer from the service. Check the connection and try again.', {
    status: 0,
    code: 'no_answer',
    correlationId: null,
    fields: {},
  });

/** The answer to a dry run, which these pages never request. */
interface PlanAnswer {
  plan: unknown;
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * Waits for a call of the API and returns its body.
 *
 * @throws ApiProblem for a refusal or a missing answer
 */
export async function read<Data>(call: Promise<Answer<Data>>): Promise<Exclude<Data, PlanAnswer>> {
  const { data, error, response } = await call.catch((fault: unknown) => {
    throw fault instanceof ApiProblem ? fault : noAnswer();
  });
  if (response.ok) return data as Exclude<Data, PlanAnswer>;
  throw toProblem(response.status, error, response.headers.get('x-correlation-id'));
}
