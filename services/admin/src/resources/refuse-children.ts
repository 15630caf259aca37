import { conflict } from '@pas/shared/errors/raise';

/** Number of an entity's children by kind, such as `units: 12`. */
export type Children = Readonly<Record<string, number>>;

const inWords = (kind: string): string => kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** @throws conflict (`has_children`) with the remaining children */
export function refuseChildren(noun: string, children: Children): void {
  const left = Object.entries(children).filter(([, count]) => count > 0);
  if (left.length === 0) return;
  const list = left.map(([kind, count]) => `${count} ${inWords(kind)}`).join(', ');
  throw conflict('has_children', `The ${noun} still has ${list}. Remove or move them first.`, {
    members: { children: left.map(([type, count]) => ({ type, count })) },
  });
}
