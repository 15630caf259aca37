/** How long the system may take for a report, in milliseconds. */
const timeoutMs = 10_000;

/** How the system answered a report: its status, or null where there was no answer. */
export interface ReportAnswer {
  status: number | null;
  body: string;
}

/** Sends a report as a controller does, with its key. */
export async function callSystem(url: string, key: string, body: object): Promise<ReportAnswer> {
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
