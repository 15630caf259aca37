import autocannon from 'autocannon';

/** Repeated requests to one address. */
export interface Load {
  path: string;
  headers: Readonly<Record<string, string>>;
  method?: 'GET' | 'POST';
  body?: string;
  /** Kept open; one request is under way on each. */
  connections: number;
  /** Number of all requests. */
  requests: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Answers by the first digit of their status. */
  statuses: Readonly<Record<'2xx' | '4xx' | '5xx', number>>;
}

/**
 * Sends a load from this process and waits for its last answer.
 *
 * @throws Error when a request got no answer
 */
export async function sendLoad(url: string, { path, headers, ...load }: Load): Promise<LoadResult> {
  const { method = 'GET', body, connections, requests } = load;
  const result = await autocannon({
    url: `${url}${path}`,
    headers: { ...headers },
    method,
    ...(body !== undefined && { body }),
    connections,
    amount: requests,
    // It looks at its clock, and for its end, this often, in milliseconds.
    sampleInt: 50,
  });
  if (result.errors > 0 || result.timeouts > 0) {
    throw new Error(`${url}: ${result.errors} requests failed, ${result.timeouts} of them by time-out`);
  }
  return {
    requestsPerSecond: Math.round(requests / ((result.finish.getTime() - result.start.getTime()) / 1000)),
    statuses: { '2xx': result['2xx'], '4xx': result['4xx'], '5xx': result['5xx'] },
  };
}
