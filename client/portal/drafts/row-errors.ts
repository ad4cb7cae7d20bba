import type { FieldProblem } from '#src/contract/problem.ts'

const ROW = /^(?:(?:items|lines)\.)?(\d+)(?:\.|$)/

/** The server's errors of single rows (`items.2.allotted_quantity`), by the id of the row at that place of the request. */
export function toRowErrors(
  problems: readonly FieldProblem[],
  sent: readonly { _id: string }[],
): ReadonlyMap<string, string> {
  const errors = new Map<string, string>()
  for (const { path, msg } of problems) {
    const id = sent[Number(ROW.exec(path)?.[1])]?._id
    if (id !== undefined && !errors.has(id)) errors.set(id, msg)
  }
  return errors
}
