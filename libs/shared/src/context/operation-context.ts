import type {
  OperationContext as ContextOf,
  PublicContext as PublicContextOf,
} from '@pas/platform/context/operation-context';
import type { Principal } from '../principal/principal.ts';

/** What an operation knows of the request behind it before a tenant is known. */
export type PublicContext = PublicContextOf<Principal>;

/** What an operation knows of the request behind it: who acts, in which tenant, and when. */
export type OperationContext = ContextOf<Principal>;
