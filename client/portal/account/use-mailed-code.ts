import { useEffect, useState } from 'react'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { clearDraft, readDraft, writeDraft } from '#client/portal/editing/drafts.ts'
import { type FailureTexts, toFormProblems } from './form-problems.ts'
import { useResend } from './resend.ts'
import { isRecord } from '#client/shared/storage.ts'

type MailedCodeOptions<Typed> = {
  /** Under which the form is kept in this tab: what was typed survives a reload. Passwords do not belong in it. */
  name: string
  empty: Typed
  /** The fields of the calls, which are also the ids of the inputs, with what is said about an empty one; in the order of the form. */
  blank: Readonly<Record<string, string>>
}

const CODE = 'verificationCode'

/** A form in two steps: the first has a code mailed to `email`, the second sends it back with the rest. */
export function useMailedCode<Typed extends { email: string }>(options: MailedCodeOptions<Typed>) {
  const { name, empty, blank } = options
  const [draft, setDraft] = useState(() => {
    const isDraft = (value: unknown): value is Typed & { codeSent: boolean } =>
      isRecord(value) &&
      Object.keys(empty).every((field) => typeof value[field] === 'string') &&
      typeof value.codeSent === 'boolean'
    return readDraft(name, isDraft) ?? { ...empty, codeSent: false }
  })
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<FormProblem[]>([])
  const [sentNow, setSentNow] = useState(false)
  const [busy, setBusy] = useState<'code' | 'rest' | null>(null)
  const resend = useResend(name)
  useEffect(() => writeDraft(name, draft), [name, draft])
  useEffect(() => {
    if (sentNow) document.getElementById(CODE)?.focus()
  }, [sentNow])

  /** Runs one step; what fails stands against the form. */
  async function run(
    step: 'code' | 'rest',
    values: Readonly<Record<string, string>>,
    texts: FailureTexts,
    send: () => Promise<unknown>,
  ): Promise<void> {
    if (busy) return
    const empties = Object.entries(blank).filter(([id]) => values[id]?.trim() === '')
    if (empties.length > 0) return setProblems(empties.map(([id, text]) => ({ text, fieldId: id })))
    setBusy(step)
    setProblems([])
    setSentNow(false)
    try {
      await send()
    } catch (error) {
      setProblems(toFormProblems(error, Object.keys(blank), texts))
    } finally {
      setBusy(null)
    }
  }

  return {
    draft,
    code,
    setCode,
    problems,
    busy,
    /** The code was sent by the last press. */
    sentNow,
    resend,
    change: (changed: Partial<Typed>) => setDraft((before) => ({ ...before, ...changed })),
    requestCode: (texts: FailureTexts, send: () => Promise<unknown>) =>
      run('code', { email: draft.email }, texts, async () => {
        await send()
        resend.restart()
        setDraft((before) => ({ ...before, codeSent: true }))
        setCode('')
        setSentNow(true)
      }),
    /** `values` are all fields of the last call but the code. */
    submit: (
      values: Readonly<Record<string, string>>,
      texts: FailureTexts,
      send: () => Promise<unknown>,
    ) =>
      run('rest', { ...values, [CODE]: code }, texts, async () => {
        await send()
        clearDraft(name)
      }),
    /** Back to the first step, for another address. */
    startOver() {
      setDraft((before) => ({ ...before, codeSent: false }))
      setProblems([])
      setSentNow(false)
    },
  }
}
