import type { ApiError } from '#client/portal/data/api.ts'
import { isolated } from '#src/rules/isolated.ts'

/** What is wrong with the name of an edition; `null` if the call failed for another reason. */
export function nameProblem({ code, errors }: ApiError, name: string): string | null {
  if (code === 'name_taken') return `An edition is called ${isolated(name.trim())} already.`
  return errors.find(({ path }) => path === 'name' || path === 'next')?.msg ?? null
}
