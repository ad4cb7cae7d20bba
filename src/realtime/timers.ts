/** The timers of the live channel, which tests replace. Both return a function that cancels. */
export const systemTimers = {
  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms: number, run: () => void): () => void {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}

export type Timers = typeof systemTimers
