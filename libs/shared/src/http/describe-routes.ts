import {
  createDocument,
  type createSchema,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Route } from './define-route.ts';
import { describeFailure, failureStatuses } from './describe-failures.ts';
import { describeOperation, type DocumentContext } from './describe-operation.ts';
import type { UnknownInput } from './parse-input.ts';
import { schemesOf, securitySchemes } from './security-schemes.ts';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

/** What is said about a service as a whole. */
export interface ApiDescription {
  title: string;
  description: string;
  version: string;
  /** As the service is mounted: whether unknown fields are refused. */
  unknownInput: UnknownInput;
  routes: readonly Route[];
}
