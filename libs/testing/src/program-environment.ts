/**
 * The variables that a Node program of a test has from this process: the path of programs, and the place of their
 * compiled code, which halves the processor time of a start.
 */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
