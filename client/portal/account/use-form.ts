import { useEffect, useState } from 'react'
import { ApiError } from '#client/portal/data/api.ts'
import { readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import type { FieldProps } from '#client/portal/ui/Field.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { isRecord } from '#client/shared/storage.ts'

type Bound = Pick<FieldProps, 'id' | 'value' | 'error' | 'onChange'>
type FailureTexts = { network: string; failed: string }

const FAILED: FailureTexts = {
  network: 'Not saved. Check your connection and try again.',
  failed: 'Not saved. Please try again.',
}

/** The field of a refusal that names none. */
const FIELD_OF: Partial<Record<ApiError['code'], string>> = {
  invalid_code: 'verificationCode',
  name_taken: 'next',
}

type Options = {
  hasSummary?: boolean
  /** Under which this tab keeps what was typed, so that it survives a reload. Code and password are not part of it. */
  draft?: string
}
const SECRETS = { verificationCode: undefined, password: undefined, newPassword: undefined }

const isTexts = <Id extends string>(value: unknown): value is Partial<Record<Id, string>> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string')

/** The problems of a failed call. Inputs have the names of the call's fields, so an error of a field goes to its input. */
function toProblems(
  { answer, code, errors }: ApiError,
  ids: readonly string[],
  { network, failed }: FailureTexts,
): FormProblem[] {
  const msg = answer ?? (code === 'network' ? network : failed)
  const found = errors.length > 0 ? errors : [{ msg, path: FIELD_OF[code] }]
  return found.map(({ path, msg }) => ({ text: msg, fieldId: ids.find((id) => id === path) }))
}

/**
 * A form: what is typed over what is `known`, and what is wrong with it. Its inputs have the names of the call's fields. After a failed try
 * the focus goes to the first wrong one, or to the `ErrorSummary` of a form that has one.
 */
export function useForm<Id extends string>(known: Record<Id, string>, options: Options = {}) {
  const { hasSummary = false, draft } = options
  const [busy, run] = useBusy()
  const [typed, setTyped] = useState<Partial<Record<Id, string>>>(
    () => (draft && readDraft(draft, isTexts)) || {},
  )
  useEffect(() => {
    if (draft) writeDraft(draft, { ...typed, ...SECRETS })
  }, [draft, typed])
  const [problems, setProblems] = useState<readonly FormProblem[]>([])
  useEffect(() => {
    const wrong = problems.find(({ fieldId }) => fieldId)?.fieldId
    if (wrong && !hasSummary) document.getElementById(wrong)?.focus()
  }, [problems, hasSummary])
  const values: Record<Id, string> = { ...known, ...typed }
  const set = (id: Id, text: string) => setTyped((before) => ({ ...before, [id]: text }))
  return {
    busy,
    values,
    typed,
    set,
    problems,
    setProblems,
    /** The problem of no field. */
    error: problems.find(({ fieldId }) => !fieldId)?.text,
    /** The properties of an input; `read` mends what is typed. */
    field: (id: Id, read = (text: string) => text): Bound => ({
      id,
      value: values[id],
      error: problems.find(({ fieldId }) => fieldId === id)?.text,
      onChange: ({ target }) => set(id, read(target.value)),
    }),
    /** Forgets what was typed. */
    clear: () => setTyped({}),
    /** Sends what has no `faults`; what else is wrong is said by the server. */
    send(
      faults: readonly (FormProblem | false)[],
      task: () => Promise<unknown>,
      texts = FAILED,
    ): void {
      const found = faults.filter((fault) => fault !== false)
      setProblems(found)
      if (found.length > 0) return
      void run(async () => {
        try {
          await task()
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          setProblems(toProblems(error, Object.keys(known), texts))
        }
      })
    },
  }
}
