/** An event as its change has committed it. */
export interface CommittedEvent {
  /** The environment on whose bus it is published. */
  environment: string;
  /** The subject on which it is published. */
  subject: string;
  /** The envelope in JSON, not yet checked against a schema. */
  envelope: unknown;
  /** The consumers that have a dead letter of this event. */
  heldBy: readonly string[];
}

/**
 * Consistency of a read of events. `majority` sees nothing that a failover can roll back. For a moment after a
 * failover, it may miss events that were committed before. `linearizable` sees everything that was acknowledged before
 * the read, at the price of a write to the oplog.
 */
export type ReadLevel = 'majority' | 'linearizable';

/** A store of committed events. A message on the bus only names an event; the event is read here. */
export interface EventSource {
  /**
   * Reads events by their ids, all in one statement.
   *
   * @returns the events that exist
   */
  find(ids: readonly string[], level: ReadLevel): Promise<ReadonlyMap<string, CommittedEvent>>;
  /**
   * Keeps an event for a consumer that gives it up, until it is released. An event that is not marked as published yet
   * cannot be held, because it would then never be published.
   *
   * @returns whether the event is held
   */
  hold(id: string, durable: string): Promise<boolean>;
  /** Ends a hold. The event is then kept as long as one that is published now. */
  release(id: string, durable: string): Promise<void>;
}
