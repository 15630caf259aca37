export { createAdminClient, type AdminClient, type AdminClientOptions } from './admin-client.ts';
export {
  createControllerClient,
  type ControllerClient,
  type ControllerClientOptions,
} from './controller-client.ts';
export { createResidentClient, type ResidentClient, type ResidentClientOptions } from './resident-client.ts';
export type { AdminModels, MobileModels, ResidentModels } from './models.ts';
export type { Answer, Call } from './runtime/call.ts';
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionFailedError,
  DeadlineError,
  ForbiddenError,
  GoneError,
  InvalidError,
  NotFoundError,
  PasError,
  PreconditionFailedError,
  RateLimitError,
  SecretUnavailableError,
  ServerError,
  type ErrorCode,
  type FieldProblem,
  type Problem,
} from './runtime/errors.ts';
export type { FeedEvent, FollowOptions } from './runtime/follow-events.ts';
export type { Change, Page } from './runtime/lists.ts';
export type {
  Body,
  ChangesMethod,
  DryRunOptions,
  FileBody,
  Filters,
  IterateMethod,
  ListMethod,
  Plan,
  PlanEffect,
  Query,
  QueryOptions,
  Result,
  Row,
  Tombstone,
} from './runtime/method-types.ts';
export type { CallOptions, ClientOptions, RequestInfo, ResponseInfo } from './runtime/options.ts';
export type { RateLimit } from './runtime/rate-limit.ts';
export type { ResidentSession, SessionOptions, SessionTokens } from './runtime/session.ts';
export { rotateSelf, type RotationOptions } from './rotate-self.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifiedEvent,
  type VerifyOptions,
  type WebhookHeaders,
  type WebhookRefusal,
} from './verify-webhook.ts';
export { waitForAttempt, waitForImport, type WaitOptions } from './wait.ts';
