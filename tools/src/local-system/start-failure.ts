/** Error whose message explains to a person why the start failed. It is printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
