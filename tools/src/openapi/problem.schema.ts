import { errorCodes, fieldErrorCodes } from '@pas/shared/errors/error-codes';
import { z } from 'zod';

const allCodes = Object.values(errorCodes).flatMap((codes) => Object.keys(codes));

/** The codes of all problem bodies. */
const ErrorCode = z.enum([...new Set(allCodes)]).meta({
  id: 'ErrorCode',
  description: 'A stable code, for programs. /docs/errors explains each code. Later versions may add codes.',
});

const FieldErrorCode = z.enum(fieldErrorCodes).meta({
  id: 'FieldErrorCode',
  description: 'A stable code of a problem with a field, for programs. Later versions may add codes.',
});

/** A problem of the input. */
const FieldProblem = z
  .object({
    path: z.string().meta({ description: 'The field, dotted; empty for the whole body.', example: 'label' }),
    code: FieldErrorCode.meta({ example: 'required' }),
    message: z.string().meta({ description: 'For people.', example: 'label is required.' }),
  })
  .meta({ id: 'FieldProblem' });

/** Body of every failure (RFC 9457), as `render-error.ts` writes it. Some failures have more members. */
const Problem = z
  .looseObject({
    type: z
      .string()
      .meta({ description: 'The address of a page that explains the failure.', format: 'uri-reference' }),
    title: z.string().meta({ description: 'The kind of failure.' }),
    status: z.int().min(400).max(599),
    code: ErrorCode,
    message: z.string().meta({ description: 'Cause and remedy of the failure, for people.' }),
    correlationId: z.string().meta({ description: 'Id of the request. Quote it when you ask for help.' }),
    errors: z.array(FieldProblem).optional().meta({ description: 'All problems of the input.' }),
    children: z
      .array(z.object({ type: z.string(), count: z.int() }))
      .optional()
      .meta({
        description: 'With `has_children`: the kinds of the children, and how many of each.',
      }),
    availableAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'With `virtual_number_quarantined`: when the number is free again.' }),
    invite: z
      .object({ status: z.enum(['PENDING', 'ACCEPTED', 'EXPIRED']), expiresAt: z.iso.datetime() })
      .optional()
      .meta({ description: 'With a 410 of an invite: the state of the invite.' }),
  })
  .meta({ id: 'Problem', description: 'A failure, as application/problem+json (RFC 9457).' });

/** Describes a problem body with one of these codes. */
export function problemWith(codes: readonly string[], id?: string): z.ZodType {
  const problem = z.intersection(Problem, z.looseObject({ code: z.enum(codes) }));
  return id === undefined ? problem : problem.meta({ id });
}
