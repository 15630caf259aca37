/** Timeout of a report, in milliseconds. */
const timeoutMs = 10_000;

/** Answer of the system to a report; the status is null without an answer. */
export interface ReportAnswer {
  status: number | null;
  body: string;
}

/** Sends a report with a controller's key. */
export async function postReport(url: string, key: string, body: object): Promise<ReportAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return { status: null, body: '' };
  }
}
