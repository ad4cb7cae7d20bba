/** What a database answers: SQLite at once, MongoDB later. */
export type Soon<T> = T | Promise<T>

/**
 * Work on a database, in steps. It is written once for both: at `const cart = yield* ask(carts.find(id))` it waits for MongoDB, and goes on at
 * once in SQLite, where a transaction is one synchronous block that nothing comes between.
 */
export type Work<T> = Generator<Promise<unknown>, T, unknown>

/** The answer of a database, inside a `Work`. */
export function* ask<T>(answer: Soon<T>): Work<T> {
  return answer instanceof Promise ? ((yield answer) as T) : answer
}

/** Runs work on a database that answers at once. */
export function runNow<T>(work: Work<T>): T {
  const step = work.next()
  if (!step.done) throw new Error('The database did not answer at once.')
  return step.value
}

/** Runs work on a database that answers later. */
export async function runLater<T>(work: Work<T>): Promise<T> {
  let step = work.next()
  while (!step.done)
    step = await step.value.then(
      (value) => work.next(value),
      (error: unknown) => work.throw(error),
    )
  return step.value
}
