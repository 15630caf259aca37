/**
 * What a Node program that a test starts has of this process: where programs are, and where their compiled code is kept,
 * which halves the processor time of a start.
 */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
