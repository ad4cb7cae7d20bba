/** One finished call, or one whose outcome nobody knows: `returned` is `null`, it may have happened then, later or never. */
export type Operation<Input, Output> = { input: Input; called: number } & (
  { output: Output; returned: number } | { output: null; returned: null }
)

/** How the thing behaves when it is asked by one alone. */
export type Model<State, Input, Output> = {
  start: State
  /** The state after a call that answered `output` (`null`: any answer), or `null` when it cannot have answered so. */
  step(state: State, input: Input, output: Output | null): State | null
  /** Equal states have equal names. */
  nameOf(state: State): string
}

/**
 * Whether all calls can be put in one order that the model allows, each between its beginning and its end (Wing and Gong's
 * search, with Lowe's memory of what was tried). Answers the calls that could be put in order at most, for a failing test to show.
 */
export function findOrder<State, Input, Output>(
  model: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): { linearizable: boolean; longest: Operation<Input, Output>[] } {
  const calls = operations.toSorted((a, b) => a.called - b.called)
  const finished = calls.filter(({ returned }) => returned !== null).length
  const tried = new Set<string>()
  let longest: number[] = []

  /** Whether what is left can follow. `first` is the first call that is not yet placed, `placed` those after it that are. */
  type Step = { state: State; first: number; placed: ReadonlySet<number>; done: number }
  function* followers({ state, first, placed, done }: Step): Generator<[number, Step]> {
    let end = Infinity
    for (let index = first; index < calls.length; index++) {
      const call = calls[index]
      if (!call || placed.has(index)) continue
      // a call that began after the end of one that is still to be placed cannot come before it
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
    if (tried.has(name)) continue
    tried.add(name)
    stack.push({ step, rest: followers(step) })
    path.push(index)
    if (path.length > longest.length) longest = [...path]
  }
  const linearizable = stack.length > 0
  const best = linearizable ? path : longest
  return { linearizable, longest: best.flatMap((index) => calls[index] ?? []) }
}

/** Holds a value: what was written last is what is read. */
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
/** What a call answers: `refused` names what the answer says is left, on the shelf or in the line. */
export type ShelfAnswer = 'done' | { refused: number } | { left: number; given: number }

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** One item's shelf: units go to lines and come back, neither ever below zero. */
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
