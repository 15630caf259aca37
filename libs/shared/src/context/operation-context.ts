import type {
  OperationContext as ContextOf,
  PublicContext as PublicContextOf,
} from '@pas/platform/context/operation-context';
import type { Principal } from '../principal/principal.ts';

/** Context of an operation without a tenant. */
export type PublicContext = PublicContextOf<Principal>;

/** Context of an operation: caller, tenant and time. */
export type OperationContext = ContextOf<Principal>;
