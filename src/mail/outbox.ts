/** Sends the mails that wait in the store; a failed one is retried with back-off and never lost. */
export type Outbox = {
  /** Looks now instead of at the next due time. */
  wake(): void
  /** Stops looking; a mail under way is finished or given back. */
  stop(): Promise<void>
}
