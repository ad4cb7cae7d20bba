import { useEffect, useReducer, useState } from 'react'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { CODE_ID, type FailureTexts, toFormProblems } from './form-problems.ts'
import { limits } from '#src/contract/limits.ts'
import { isCode } from '#src/rules/code-text.ts'
import { isRecord, readItem, writeItem } from '#client/shared/storage.ts'

const readDeadline = (key: string) => Number(readItem('sessionStorage', key)) || 0
const toSeconds = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000))

/**
 * Counts down until another code can be requested. It keeps the end as a time, so that a reload continues the countdown and a device
 * that slept is not late. `ended`: the countdown ended while this page was open.
 */
function useResend(name: string) {
  const key = `resend:${name}`
  const [deadline, setDeadline] = useState(() => readDeadline(key))
  const [wasWaiting, setWasWaiting] = useState(false)
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  const secondsLeft = toSeconds(deadline)
  const isWaiting = secondsLeft > 0
  if (isWaiting && !wasWaiting) setWasWaiting(true)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(showAgain, 250)
    return () => clearInterval(timer)
  }, [isWaiting])

  function restart() {
    const next = Date.now() + limits.codeResendSeconds * 1000
    writeItem('sessionStorage', key, String(next))
    setDeadline(next)
  }
  return { secondsLeft, ended: wasWaiting && !isWaiting, restart }
}

type Sending<Values> = { send: (values: Values) => Promise<unknown>; texts: FailureTexts }

export type MailedCodeForm<Typed extends { email: string }> = {
  /** Under which this tab keeps what was typed, so that it survives a reload. Passwords are not part of it. */
  name: string
  empty: Typed
  passwordId: string
  /** The text for each empty field, by the field's name in the calls, which is also its input's id; in the order of the form. */
  blank: Readonly<Record<string, string>>
  /** The faults of what was typed so far, found before a code is mailed. */
  judge: (values: Typed & { password: string }) => FormProblem[]
  /** Has a code mailed. */
  code: Sending<Typed>
  /** Sends the code with all that was typed. */
  rest: Sending<Typed & { password: string; code: string }>
}

export function useMailedCode<Typed extends { email: string }>(form: MailedCodeForm<Typed>) {
  const { name, empty, passwordId, blank } = form
  const [draft, setDraft] = useState(() => {
    const isDraft = (value: unknown): value is Typed & { codeSent: boolean } =>
      isRecord(value) &&
      Object.keys(empty).every((field) => typeof value[field] === 'string') &&
      typeof value.codeSent === 'boolean'
    return readDraft(name, isDraft) ?? { ...empty, codeSent: false }
  })
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<FormProblem[]>([])
  const [sentNow, setSentNow] = useState(false)
  const [busy, setBusy] = useState<'code' | 'rest' | null>(null)
  const resend = useResend(name)
  useEffect(() => writeDraft(name, draft), [name, draft])
  useEffect(() => {
    if (sentNow) document.getElementById(CODE_ID)?.focus()
  }, [sentNow])

  async function run(step: 'code' | 'rest', finish: () => void): Promise<void> {
    if (busy) return
    const values = { ...draft, password, code: isCode(code) ? code : '' }
    const inputs: Record<string, unknown> = {
      ...draft,
      [passwordId]: password,
      [CODE_ID]: values.code,
    }
    const needed = step === 'code' ? ['email'] : Object.keys(blank)
    const faults = [
      ...needed
        .filter((id) => String(inputs[id]).trim() === '')
        .map((id) => ({ text: blank[id] ?? '', fieldId: id })),
      ...form.judge(values),
    ]
    if (faults.length > 0) return setProblems(faults)
    setBusy(step)
    setProblems([])
    setSentNow(false)
    try {
      await form[step].send(values)
      finish()
    } catch (error) {
      setProblems(toFormProblems(error, Object.keys(blank), form[step].texts))
    } finally {
      setBusy(null)
    }
  }

  return {
    draft,
    passwordId,
    code,
    setCode,
    password,
    setPassword,
    problems,
    busy,
    sentNow,
    resend,
    change: (changed: Partial<Typed>) => setDraft((before) => ({ ...before, ...changed })),
    changeEmail: (email: string) => setDraft((before) => ({ ...before, email })),
    requestCode: () =>
      run('code', () => {
        resend.restart()
        setDraft((before) => ({ ...before, codeSent: true }))
        setCode('')
        setSentNow(true)
      }),
    submit: () => run('rest', () => clearDraft(name)),
    startOver() {
      setDraft((before) => ({ ...before, codeSent: false }))
      setProblems([])
      setSentNow(false)
    },
  }
}
