/**
 * Returns the variables that a test's Node program inherits: the program path and the compile cache. The cache halves
 * the processor time of a start.
 */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
