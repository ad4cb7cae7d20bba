/** A finished call, or one with an unknown outcome: `returned` is `null`, and it may have taken effect at any time after the call, or never. */
export type Operation<Input, Output> = { input: Input; called: number } & (
  { output: Output; returned: number } | { output: null; returned: null }
)

/** The sequential specification: how the object behaves without concurrent calls. */
export type Model<State, Input, Output> = {
  start: State
  /** The state after a call that returned `output` (`null`: any output), or `null` if the call cannot return it. */
  step(state: State, input: Input, output: Output | null): State | null
  /** Equal states have equal names. */
  nameOf(state: State): string
}

/**
 * Checks whether a history is linearizable: one order of all calls satisfies the model, with each call between its start and its end.
 * It is Wing and Gong's search with Lowe's cache of visited configurations. Also returns the longest order found, for a failing test.
 */
export function findOrder<State, Input, Output>(
  model: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): { linearizable: boolean; longest: Operation<Input, Output>[] } {
  const calls = operations.toSorted((a, b) => a.called - b.called)
  const finished = calls.filter(({ returned }) => returned !== null).length
  const visited = new Set<string>()
  let longest: number[] = []

  /** A partial order. `first` is the first call without a place; `placed` are later calls that have one. */
  type Step = { state: State; first: number; placed: ReadonlySet<number>; done: number }
  function* followers({ state, first, placed, done }: Step): Generator<[number, Step]> {
    let end = Infinity
    for (let index = first; index < calls.length; index++) {
      const call = calls[index]
      if (!call || placed.has(index)) continue
      // A call cannot precede an unplaced call that ended before it started.
      if (call.called > end) return
      const { input, output, returned } = call
      end = Math.min(end, returned ?? Infinity)
      const after = model.step(state, input, output)
      if (after === null) continue
      const next = new Set(placed).add(index)
      let open = first
      while (next.delete(open)) open++
      yield [
        index,
        { state: after, first: open, placed: next, done: done + Number(returned !== null) },
      ]
    }
  }

  const begin: Step = { state: model.start, first: 0, placed: new Set(), done: 0 }
  const path: number[] = []
  const stack = [{ step: begin, rest: followers(begin) }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    if (top.step.done === finished) break
    const { value, done } = top.rest.next()
    if (done) {
      stack.pop()
      path.pop()
      continue
    }
    const [index, step] = value
    const name = `${step.first} ${[...step.placed].toSorted((a, b) => a - b).join()} ${model.nameOf(step.state)}`
    if (visited.has(name)) continue
    visited.add(name)
    stack.push({ step, rest: followers(step) })
    path.push(index)
    if (path.length > longest.length) longest = [...path]
  }
  const linearizable = stack.length > 0
  const best = linearizable ? path : longest
  return { linearizable, longest: best.flatMap((index) => calls[index] ?? []) }
}

/** A register: a read returns the last value written. */
export const register = <Value extends string | number | boolean>(
  start: Value,
): Model<Value, { write: Value } | 'read', Value> => ({
  start,
  step(state, input, output) {
    if (input !== 'read') return input.write
    return output === null || output === state ? state : null
  },
  nameOf: String,
})

export type Shelf = { left: number; given: Readonly<Record<string, number>> }
export type ShelfCall = { give: number; line: string } | 'read'
/** The result of a call. `refused` is the number of units that the answer says are left, on the shelf or in the line. */
export type ShelfAnswer = 'done' | { refused: number } | { left: number; given: number }

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** The stock of one item. Units move to order lines and back; neither number ever falls below zero. */
export const shelf = (units: number): Model<Shelf, ShelfCall, ShelfAnswer> => ({
  start: { left: units, given: {} },
  step(state, input, output) {
    if (input === 'read') {
      if (output === null) return state
      if (output === 'done' || 'refused' in output) return null
      const isSeen = output.left === state.left && output.given === sum(Object.values(state.given))
      return isSeen ? state : null
    }
    const { give, line } = input
    const held = state.given[line] ?? 0
    const most = give > 0 ? state.left : held
    const isPossible = Math.abs(give) <= most
    if (output !== null && output !== 'done')
      return !isPossible && 'refused' in output && output.refused === most ? state : null
    if (!isPossible) return output === null ? state : null
    return { left: state.left - give, given: { ...state.given, [line]: held + give } }
  },
  nameOf: ({ left, given }) => `${left} ${Object.entries(given).toSorted().join(' ')}`,
})
