/** A refusal of this server. The model reads its code and its message. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
