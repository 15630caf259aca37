import { RetryLater } from './retry-later.ts';

/**
 * Error for a missing stream or durable consumer. Services may not make them; the operator's `pas streams apply` does.
 * Callers retry until it exists.
 */
export class NotDeclared extends RetryLater {
  constructor(what: string, options?: ErrorOptions) {
    super(`The event bus has no ${what}. If it stays so, run \`pas streams apply\`.`, options);
    this.name = 'NotDeclared';
  }
}
