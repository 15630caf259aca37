import manifest from '../../package.json' with { type: 'json' };

/** The program that a process runs, as health checks, metrics, logs and `--version` name it. */
export interface Build {
  /** The release (Semantic Versioning). */
  version: string;
  /** The build of that release, usually a commit. */
  build: string;
}

/** @param id the setting `BUILD_ID` */
export const describeBuild = (id: string): Build => ({ version: manifest.version, build: id });
