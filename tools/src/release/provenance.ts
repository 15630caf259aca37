/** A file of a release with its digest in hexadecimal digits. */
export interface Artefact {
  file: string;
  sha256: string;
}

interface Source {
  version: string;
  commit: string;
}

/** Formats the provenance of artefacts as an unsigned in-toto statement (SLSA provenance 1.0). */
export function formatProvenance(artefacts: readonly Artefact[], { version, commit }: Source): string {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artefacts.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'script/release build',
        externalParameters: { version },
        resolvedDependencies: [{ name: 'sources', digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: 'script/release' } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
