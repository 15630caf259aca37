/** The tags of an API with their descriptions, and the paths that do not name their tag. */
export interface ApiTags {
  /** Descriptions of the tags, by name. */
  tags: Readonly<Record<string, string>>;
  /** The tags of paths, by the start of the path. The longest start counts. */
  tagsBelow?: Readonly<Record<string, string>>;
}

/**
 * Returns the tag of a path: `Virtual numbers` for `/api/admin/virtual-numbers/{id}`. Its name is the first segment that
 * names a tag, unless `tagsBelow` lists the path.
 *
 * @throws when the path has no tag
 */
export function tagOfPath({ tags, tagsBelow = {} }: ApiTags, path: string): string {
  const [start] = Object.keys(tagsBelow)
    .filter((each) => `${path}/`.startsWith(`${each}/`))
    .toSorted((a, b) => b.length - a.length);
  const bySegment = new Map(Object.keys(tags).map((tag) => [tag.toLowerCase().replaceAll(' ', '-'), tag]));
  const segment = path.split('/').find((each) => bySegment.has(each)) ?? '';
  const tag = start === undefined ? bySegment.get(segment) : tagsBelow[start];
  if (tag === undefined) throw new Error(`${path} has no tag. Add one to api-descriptions.ts.`);
  return tag;
}
