/** The timers of the live channel, which tests replace. Both return a function that cancels. */
export type Timers = {
  after(ms: number, run: () => void): () => void
  every(ms: number, run: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}
