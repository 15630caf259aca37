import type { Sentence } from '../fill.ts';

/** What has happened, and what to do about it. */
interface AlertKind {
  one: Sentence;
  /** With the `{count}`. */
  many: Sentence;
  advice: Sentence;
}

/** What mails are about: the type checker compares it with the alerts that there are. */
type AlertName =
  | 'door.offline'
  | 'door.held'
  | 'door.forced'
  | 'unit.unreachable'
  | 'key.expiring'
  | 'endpoint.failing';

/** The mails about what goes wrong. */
export interface AlertWords {
  /** The subject of the mail of a day, with the `{count}`. */
  digest: Sentence;
  /** After the alerts that are named: the `{count}` of the others. */
  more: Sentence;
  footer: Sentence;
  /** A unit whose label is a number, at the beginning of a line. */
  unit: Sentence;
  /** A key by its `{name}`, and the `{date}` of its end. */
  key: Sentence;
  kinds: Readonly<Record<AlertName, AlertKind>>;
}
