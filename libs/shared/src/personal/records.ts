import {
  ControlIdempotentRequestModel,
  IdempotentRequestModel,
  type IdempotentRequestRow,
} from '@pas/platform/idempotency/idempotent-request';
import type { Model } from 'mongoose';
import { WebhookReceiptModel } from '../models/webhook-receipt.ts';
import { WebhookAnswerModel } from '../models/webhook-answer.ts';
import { WebhookEndpointModel } from '../models/webhook-endpoint.ts';
import { AlertMailModel } from '../models/alert-mail.ts';
import { ApiKeyModel } from '../models/api-key.ts';
import { ImportModel } from '../models/import.ts';
import { OperatorSessionModel } from '../models/operator-session.ts';
import { SetupLinkModel } from '../models/setup-link.ts';
import { staffNameId, StaffNameModel } from '../models/staff-name.ts';
import { isEmailOf } from './alert-recipients.ts';
import { importedRows } from './imported-rows.ts';
import { subjectsOf, withoutActorName, withoutValues, type Person } from './person.ts';
import { personalRows } from './personal-rows.ts';
import { escaped } from './text-patterns.ts';
import { eraserWithin } from './values-within.ts';

/** Returns the filter of the setup links to the addresses of a person. */
const linksOf = ({ tenantId, emailKeys }: Person) => [{ tenantId, emailKey: { $in: [...emailKeys] } }];

/** Returns the stored answers, kept for a day under their Idempotency-Key. Each lists the ids that it shows. */
const keptAnswers = (model: Model<IdempotentRequestRow>) =>
  personalRows({
    model,
    find(person) {
      const { tenantId, userId, inviteIds, importIds, passIds } = person;
      const subjects = subjectsOf(person).map(escaped);
      return [
        { tenantId, names: { $in: [userId, ...inviteIds, ...importIds, ...passIds] } },
        // Answers that show a staff member as the creator.
        ...(subjects.length === 0
          ? []
          : [{ tenantId, names: { $gt: '' }, 'reply.body': { $regex: subjects.join('|') } }]),
        // The creation of the company, with its alert recipients.
        { tenantId: 'platform', names: tenantId },
      ];
    },
    shown: null,
    erase: ({ reply }, person) =>
      reply && { reply: { ...reply, body: JSON.stringify(withoutValues(person, JSON.parse(reply.body))) } },
  });

/** Unprocessed webhooks of providers. Processed ones keep only time and kind. */
export const receiptRows = {
  webhook_receipts: personalRows({
    model: WebhookReceiptModel,
    find: ({ contactDigests }) =>
      contactDigests.length === 0
        ? []
        : [{ contactDigests: { $in: [...contactDigests] }, progress: 'RECEIVED' as const }],
    // No tenant owns a receipt. It may belong to a call at a building of another company.
    shown: null,
    // Nothing processes it afterwards. A replay of its dead letter ends immediately.
    erase: ({ url }) => ({
      raw: Buffer.alloc(0),
      url: url.split('?', 1)[0] ?? '',
      contactDigests: [],
      progress: 'IGNORED' as const,
      processedAt: new Date(),
    }),
  }),
};

/** Records of requests, imports and staff. */
export const recordRows = {
  import_rows: importedRows,
  imports: personalRows({
    model: ImportModel,
    // A tenant has few imports; their samples are in no index.
    find: ({ tenantId }) => [{ tenantId }],
    shown: null,
    erase: ({ columns, createdBy, fileName, commit, revert }, person) => ({
      columns: withoutValues(person, columns).map((column) => ({
        ...column,
        samples: column.samples.map(eraserWithin(person)),
      })),
      fileName: withoutValues(person, fileName),
      createdBy: withoutActorName(person, createdBy),
      commit: commit && { ...commit, by: withoutActorName(person, commit.by) },
      revert: revert && { ...revert, by: withoutActorName(person, revert.by) },
    }),
  }),
  alert_mails: personalRows({
    model: AlertMailModel,
    // Few mails wait, and each row is removed after it is sent.
    find: ({ tenantId }) => [{ tenantId }],
    shown: ['email', 'cause', 'dueAt', 'createdAt'],
    isShown: ({ email }, person) => isEmailOf(person, email),
    erase: ({ email }, person) => (isEmailOf(person, email) ? 'remove' : null),
  }),
  idempotent_requests: keptAnswers(IdempotentRequestModel),
  'control.idempotent_requests': keptAnswers(ControlIdempotentRequestModel),
  staff_names: personalRows({
    model: StaffNameModel,
    find: (person) => {
      const ids = subjectsOf(person).map((subject) => staffNameId(person.tenantId, subject));
      return ids.length === 0 ? [] : [{ _id: { $in: ids } }];
    },
    shown: ['name', 'email', 'notedAt'],
    erase: () => 'remove',
  }),
  operator_sessions: personalRows({
    model: OperatorSessionModel,
    find: (person) => {
      const { tenantId } = person;
      const subjects = subjectsOf(person);
      return subjects.length === 0 ? [] : [{ tenantId, subject: { $in: subjects } }];
    },
    shown: ['email', 'name', 'role', 'userAgent', 'ip', 'createdAt', 'lastUsedAt', 'revokedAt'],
    erase: ({ revokedAt }) => ({
      email: null,
      emailKey: null,
      name: null,
      userAgent: null,
      ip: null,
      revokedAt: revokedAt ?? new Date(),
    }),
  }),
  setup_links: personalRows({
    model: SetupLinkModel,
    // A tenant has few links.
    find: ({ tenantId }) => [{ tenantId }],
    findShown: (person) => (subjectsOf(person).length === 0 ? [] : linksOf(person)),
    shown: ['email', 'createdAt', 'expiresAt', 'usedAt', 'revokedAt'],
    erase: ({ emailKey, createdBy }, person) =>
      person.emailKeys.includes(emailKey) ? 'remove' : { createdBy: withoutActorName(person, createdBy) },
  }),
  api_keys: personalRows({
    model: ApiKeyModel,
    // A tenant has few keys. The reason of a revocation and a report of a leak may name anybody.
    find: ({ tenantId }) => [{ tenantId }],
    findShown: (person) => {
      const subjects = subjectsOf(person);
      return subjects.length === 0 ? [] : [{ tenantId: person.tenantId, 'createdBy.id': { $in: subjects } }];
    },
    shown: ['name', 'createdAt'],
    erase: ({ createdBy, revokedReason, leakSource, leakUrl }, person) => ({
      ...withoutValues(person, { revokedReason, leakSource, leakUrl }),
      createdBy: withoutActorName(person, createdBy),
    }),
  }),
  webhook_answers: personalRows({
    model: WebhookAnswerModel,
    // Kept for three days; a receiver may repeat any value.
    find: ({ tenantId }) => [{ tenantId }],
    shown: null,
    erase: ({ body }, person) => {
      const left = eraserWithin(person)(body);
      return left === body ? null : { body: left };
    },
  }),
  webhook_endpoints: personalRows({
    model: WebhookEndpointModel,
    find: (person) => {
      const subjects = subjectsOf(person);
      return subjects.length === 0 ? [] : [{ tenantId: person.tenantId, 'createdBy.id': { $in: subjects } }];
    },
    shown: ['url', 'createdAt'],
    erase: ({ createdBy }, person) => ({ createdBy: withoutActorName(person, createdBy) }),
  }),
};
