import { inflateEntry, type ZipArchive, type ZipEntry } from './zip-archive.ts';
import { readWholeXml, type XmlReader } from './read-xml.ts';

/** Parts of a workbook that contain its tables. */
export interface WorkbookParts {
  /** The visible sheets, in order. */
  sheets: ZipEntry[];
  strings: ZipEntry | null;
  styles: ZipEntry | null;
  /** Whether dates count days from 1904 instead of 1900. */
  startsIn1904: boolean;
}

const workbookName = 'xl/workbook.xml';

/** Returns the entry of a relationship. Its target is relative to the workbook, or absolute. */
function entryOf({ entries }: ZipArchive, target: string): ZipEntry | null {
  const { pathname } = new URL(target, 'zip:///xl/');
  return entries.get(decodeURI(pathname.slice(1))) ?? null;
}

async function readPart(archive: ZipArchive, name: string, reader: XmlReader): Promise<void> {
  const entry = archive.entries.get(name);
  if (entry) await readWholeXml(inflateEntry(archive, entry), reader);
}

interface Relationship {
  type: string;
  target: string;
}

/** Reads the relationships of the workbook, by id (ECMA-376, part 2, 8.3). */
async function readRelationships(archive: ZipArchive): Promise<Map<string, Relationship>> {
  const relationships = new Map<string, Relationship>();
  await readPart(archive, 'xl/_rels/workbook.xml.rels', {
    open(name, { Id: id, Type: type = '', Target: target }) {
      if (name === 'Relationship' && id !== undefined && target !== undefined)
        relationships.set(id, { type, target });
    },
  });
  return relationships;
}

/**
 * Finds the parts of a workbook. Hidden sheets often hold lists and may come first (ECMA-376, part 1,
 * 18.2.19). If every sheet is hidden, the first one counts as visible.
 *
 * @returns null for an archive that is not a workbook
 */
export async function findParts(archive: ZipArchive): Promise<WorkbookParts | null> {
  if (!archive.entries.has(workbookName)) return null;
  const relationships = await readRelationships(archive);
  const ids: { id: string; isHidden: boolean }[] = [];
  let startsIn1904 = false;
  await readPart(archive, workbookName, {
    open(name, { id = '', state, date1904 }) {
      if (name === 'sheet') ids.push({ id, isHidden: state === 'hidden' || state === 'veryHidden' });
      if (name === 'workbookPr') startsIn1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  const seen = ids.filter(({ isHidden }) => !isHidden);
  const sheets = (seen.length > 0 ? seen : ids.slice(0, 1)).flatMap(({ id }) => {
    const target = relationships.get(id)?.target;
    return (target !== undefined && entryOf(archive, target)) || [];
  });
  const partOf = (kind: string): ZipEntry | null => {
    const found = [...relationships.values()].find(({ type }) => type.endsWith(`/${kind}`));
    return found ? entryOf(archive, found.target) : null;
  };
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), startsIn1904 };
}
