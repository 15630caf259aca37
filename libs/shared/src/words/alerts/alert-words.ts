import type { Sentence } from '../fill.ts';

/** Texts of an alert: the event, and advice. */
interface AlertKind {
  one: Sentence;
  /** With the `{count}`. */
  many: Sentence;
  advice: Sentence;
}

/** Names of the alerts. The type checker compares them with the alerts of the system. */
type AlertName =
  | 'door.offline'
  | 'door.held'
  | 'door.forced'
  | 'unit.unreachable'
  | 'key.expiring'
  | 'endpoint.failing';

/** Texts of the alert mails. */
export interface AlertWords {
  /** The subject of the mail of a day, with the `{count}`. */
  digest: Sentence;
  /** After the listed alerts: the `{count}` of the others. */
  more: Sentence;
  footer: Sentence;
  /** A unit whose label is a number, at the beginning of a line. */
  unit: Sentence;
  /** A key by its `{name}`, and the `{date}` of its end. */
  key: Sentence;
  kinds: Readonly<Record<AlertName, AlertKind>>;
}
