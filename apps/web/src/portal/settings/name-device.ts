const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'];
const browsers = ['Edg', 'Firefox', 'Chrome', 'Safari'];

/** Names a device by its user agent, such as `Firefox, Windows`; empty for an unknown one. */
export function nameDevice(userAgent: string | null): string {
  const find = (names: readonly string[]) => names.find((name) => userAgent?.includes(name));
  return [find(browsers)?.replace('Edg', 'Edge'), find(systems)].filter(Boolean).join(', ');
}
