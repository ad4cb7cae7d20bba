import { useEffect, useReducer, useState } from 'react'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { limits } from '#src/contract/limits.ts'
import { isCode } from '#src/rules/code-text.ts'
import { readItem, writeItem } from '#client/shared/storage.ts'
import { useForm } from './use-form.ts'

const readDeadline = (key: string) => Number(readItem('sessionStorage', key)) || 0
const toSeconds = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000))

/**
 * Counts down until another code can be requested. It keeps the end as a time, so that a reload continues the countdown and a device
 * that slept is not late.
 */
function useResend(name: string) {
  const key = `resend:${name}`
  const [deadline, setDeadline] = useState(() => readDeadline(key))
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  const secondsLeft = toSeconds(deadline)
  const isWaiting = secondsLeft > 0
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
  return { secondsLeft, restart }
}

/** The input of the mailed code. */
const CODE = 'verificationCode'

const isTrue = (value: unknown): value is true => value === true

type Values<Id extends string> = Record<Id | 'email' | typeof CODE, string>
type Step<Id extends string> = {
  send: (values: Values<Id>) => Promise<unknown>
  texts: { network: string; failed: string }
}

export type MailedCodeForm<Id extends string> = {
  /** Under which this tab keeps what was typed, and whether a code was sent. */
  name: string
  /** The text for each empty field, by the field's name in the calls, which is also its input's id; in the order of the form. */
  blank: Readonly<Values<Id>>
  /** The faults of what was typed so far, found before a code is mailed. */
  judge: (values: Values<Id>) => FormProblem[]
  /** Has a code mailed. */
  code: Step<Id>
  /** Sends the code with all that was typed. */
  rest: Step<Id>
}

export function useMailedCode<Id extends string>(steps: MailedCodeForm<Id>) {
  const { name, blank, judge } = steps
  const ids = Object.keys(blank) as (keyof Values<Id>)[]
  const empty = Object.fromEntries(ids.map((id) => [id, ''])) as Values<Id>
  const form = useForm(empty, { draft: name, hasSummary: true })
  const sentName = `${name}:sent`
  const [codeSent, setCodeSent] = useState(() => readDraft(sentName, isTrue) ?? false)
  const [sentNow, setSentNow] = useState(false)
  const [step, setStep] = useState<'code' | 'rest'>('code')
  const { secondsLeft, restart } = useResend(name)
  useEffect(() => writeDraft(sentName, codeSent), [sentName, codeSent])
  useEffect(() => {
    if (sentNow) document.getElementById(CODE)?.focus()
  }, [sentNow])

  function run(step: 'code' | 'rest', finish: () => void): void {
    const code = form.values[CODE]
    const sent = { ...form.values, [CODE]: isCode(code) ? code : '' }
    const needed = step === 'code' ? (['email'] as const) : ids
    const faults = needed
      .filter((id) => sent[id].trim() === '')
      .map((id) => ({ text: blank[id], fieldId: id }))
    const { send, texts } = steps[step]
    async function task() {
      setStep(step)
      setSentNow(false)
      await send(sent)
      finish()
    }
    form.send([...faults, ...judge(sent)], task, texts)
  }

  return {
    ...form,
    busy: form.busy ? step : null,
    codeSent,
    sentNow,
    secondsLeft,
    requestCode: () =>
      run('code', () => {
        restart()
        setCodeSent(true)
        form.set(CODE, '')
        setSentNow(true)
      }),
    submit: () =>
      run('rest', () => {
        clearDraft(name)
        clearDraft(sentName)
      }),
    startOver() {
      setCodeSent(false)
      form.setProblems([])
      setSentNow(false)
    },
  }
}
