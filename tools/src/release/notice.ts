import type { GeneratedFile } from '../generated-file.ts';
import { componentsOf, writeProductionSbom, type Component } from './production-sbom.ts';

/** The licences that production dependencies may have. MPL-2.0 covers its own files only, which are unchanged. */
const accepted: ReadonlySet<string> = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages whose manifests name a licence in their own words, with its SPDX identifier. */
const spelled: Readonly<Record<string, string>> = { 'MPL 2.0': 'MPL-2.0' };

const nameOf = ({ group, name }: Component): string => (group ? `${group}/${name}` : name);

/** Returns the SPDX expression of a component's licence; an empty text without one. */
function licenceOf({ licenses = [] }: Component): string {
  const names = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '');
  const text = names.join(' AND ');
  return spelled[text] ?? text;
}

/** Whether a component is the binary of one platform. Its package is listed without the platform. */
const isBinary = (component: Component): boolean =>
  /-(?:linux|darwin|win32|android|freebsd|wasm32)-/.test(`${nameOf(component)}-`);

const sourceOf = ({ externalReferences = [] }: Component): string =>
  (externalReferences.find(({ type }) => type === 'vcs')?.url ?? '')
    .replace(/^git\+/, '')
    .replace(/\.git$/, '');

const introduction = `Property access
Copyright (c) 2026 the property access maintainers, MIT License.

The images and the pages contain these packages under their own licences. The images have the licence file of each
package in node_modules. Packages under MPL-2.0 are unchanged. Their sources are at the listed addresses.`;

/**
 * Formats the notice of third-party packages, grouped by licence.
 *
 * @throws Error that names the packages whose licence is not accepted
 */
export function formatNotice(components: readonly Component[]): string {
  const foreign = components.filter((each) => !nameOf(each).startsWith('@pas/') && !isBinary(each));
  const refused = foreign.filter((each) => !accepted.has(licenceOf(each)));
  if (refused.length > 0) {
    const list = refused.map((each) => `${nameOf(each)} (${licenceOf(each) || 'no licence'})`).join(', ');
    throw new Error(`These licences are not accepted: ${list}`);
  }
  const byLicence = Map.groupBy(foreign, licenceOf);
  const groups = [...byLicence]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([licence, packages]) => {
      const lines = packages.map((each) => `- ${nameOf(each)} ${each.version} ${sourceOf(each)}`.trimEnd());
      return `${licence}\n\n${[...new Set(lines)].toSorted().join('\n')}`;
    });
  return `${[introduction, ...groups].join('\n\n')}\n`;
}

/** Generates the notice from the installed production dependencies. */
export async function noticeFiles(): Promise<GeneratedFile[]> {
  return [{ path: 'NOTICE', content: formatNotice(componentsOf(await writeProductionSbom())) }];
}
