import { z } from 'zod';

/** How the digest of a personal value is written. */
export const personalDigestPattern = /^sha256:[0-9a-f]{64}$/;

/** A personal value as the chain holds it: its value is stored beside the chain and can be erased. */
export const PersonalDigest = z.object({ digest: z.string().regex(personalDigestPattern) });
export type PersonalDigest = z.infer<typeof PersonalDigest>;

/** A personal value that waits in the control database for the sealer, which stores it beside the chain. */
const CarriedValue = z.object({
  digest: z.string().regex(personalDigestPattern),
  salt: z.string(),
  value: z.unknown(),
});

const FieldChange = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() });

/** Why a request was refused. */
export const Denial = z.object({
  code: z.string().meta({ description: 'The code of the 403.', example: 'insufficient_scope' }),
  scope: z.string().nullable().describe('The missing scope. Null if no scope is missing.'),
  method: z.string().meta({ example: 'POST' }),
  route: z.string().meta({
    description: 'The template of the path, with parameters in braces.',
    example: '/api/admin/units',
  }),
});

/** Submission of an operation to the audit: actor, action, entities and context. */
export const AuditSubmission = z.object({
  action: z.string().describe('`<entity>.<past participle>`, such as unit.created.'),
  outcome: z.enum(['SUCCESS', 'DENIED', 'FAILURE']),
  actor: z.object({
    type: z.enum(['STAFF', 'API_KEY', 'RESIDENT', 'WEBHOOK', 'SYSTEM']),
    id: z.string().nullable(),
    name: z
      .union([z.string(), PersonalDigest])
      .nullable()
      .describe('For a person: a digest, or null. The sealer reads the name by the id.'),
  }),
  targets: z.array(z.object({ type: z.string(), id: z.string().nullable() })).min(1),
  denial: Denial.nullable()
    .optional()
    .describe('Why a request was refused. Null for any other request. Older records do not have this field.'),
  changes: z.array(FieldChange),
  propertyIds: z
    .array(z.string())
    .optional()
    .describe(
      'The properties that the record is about. A key restricted to other properties cannot see it. Stored beside the chain.',
    ),
  personalValues: z
    .array(CarriedValue)
    .nullable()
    .optional()
    .describe(
      'The personal values of a change of the control database, until the record is sealed. Never sent: null on the bus.',
    ),
  context: z.object({
    ip: z.string().nullable().describe('The sealer replaces it with a digest, like userAgent.'),
    userAgent: z.string().nullable(),
    onBehalfOf: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The person for whom a caller acts, by its own statement. The sealer replaces it with a digest.',
      ),
    reason: z
      .string()
      .nullable()
      .optional()
      .describe('The reason that a caller states. The sealer replaces it with a digest.'),
    correlationId: z.string(),
    environment: z.string(),
    service: z.string(),
  }),
  occurredAt: z.iso.datetime(),
});
export type AuditSubmission = z.infer<typeof AuditSubmission>;

/** The audit trail's own events. */
export const auditEvents = {
  'pas.v1.audit.record.submitted': AuditSubmission.extend({
    aggregateVersion: z
      .literal(1)
      .optional()
      .describe('Always 1, because a record never changes. Older events do not have this field.'),
  }),
  'pas.v1.audit.record.appended': z.object({
    aggregateVersion: z.int().min(1),
    fromSeq: z.int().min(1).describe('The first record of the batch that was sealed.'),
    toSeq: z.int().min(1).describe('The last record of the batch. At that time, the end of the chain.'),
    hash: z.string().describe('The hash of the last record.'),
  }),
} as const;
