import { RetryLater } from './retry-later.ts';

/**
 * The bus lacks a stream or a durable consumer. Services may not make them: the operator's `pas streams apply` does.
 * Callers try again until it is there.
 */
export class NotDeclared extends RetryLater {
  constructor(what: string, options?: ErrorOptions) {
    super(`The event bus has no ${what}. If it stays so, run \`pas streams apply\`.`, options);
    this.name = 'NotDeclared';
  }
}
