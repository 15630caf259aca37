import { closeSync, fstatSync, openSync, readSync, watch } from 'node:fs';

/**
 * Reports each new line of a log, until the returned function is called.
 *
 * @param tell receives a line without its line break
 */
export function followLog(logFile: string, tell: (line: string) => void): () => void {
  const log = openSync(logFile, 'r');
  const decoder = new TextDecoder();
  const chunk = Buffer.alloc(65_536);
  let position = fstatSync(log).size;
  let unfinished = '';
  const readOn = (): void => {
    for (let size = -1; size !== 0; position += size) {
      size = readSync(log, chunk, { position });
      unfinished += decoder.decode(chunk.subarray(0, size), { stream: true });
    }
    const lines = unfinished.split('\n');
    unfinished = lines.pop() ?? '';
    lines.forEach(tell);
  };
  const watcher = watch(logFile, readOn);
  return () => {
    watcher.close();
    readOn();
    closeSync(log);
  };
}
