import { closeSync, fstatSync, openSync, readSync, watch } from 'node:fs';

/**
 * Tells each line that is written to a log from now on, and ends when the function that it returns is called.
 *
 * @param tell gets a line without its end
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
