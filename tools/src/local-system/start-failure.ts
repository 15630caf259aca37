/** A reason not to start that its message explains to the person at the keyboard; no stack is shown for it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
