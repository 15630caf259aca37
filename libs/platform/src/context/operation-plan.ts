/** An entity that a change writes. */
export interface PlannedEffect {
  /** The kind of the entity, such as `unit`. */
  kind: string;
  /** Null for a kind without ids. */
  id: string | null;
  /** The version that the change stores; null for rows without versions. */
  version: number | null;
  /** The entity as the caller may see it. Missing if the caller may not see it, and outside of dry runs. */
  example?: { id: string; label: string | null };
}

/** The plan of an operation: a dry run finds its effects, and a later call requires the same ones. */
export interface OperationPlan {
  /** Whether the operation is rolled back once its effects are known. It must then write nothing outside of its commit. */
  isDryRun: boolean;
  /**
   * Checks the effects of the operation's commit, at the end of its transaction. It always throws in a dry run.
   *
   * @throws conflict (`plan_changed`) when the effects differ from those of the plan
   */
  checkEffects(effects: readonly PlannedEffect[]): void;
}
