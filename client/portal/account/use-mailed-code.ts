import { useEffect, useState } from 'react'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { handOverMessage } from '#client/shared/hand-over.ts'
import { goTo } from '#client/shared/router.ts'
import { isCode } from '#src/rules/code-text.ts'
import { useForm } from './use-form.ts'

/** The input of the mailed code. */
const CODE = 'verificationCode'

const isTime = (value: unknown): value is number => typeof value === 'number'

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
  /** Sends the code with all that was typed; the sign-in then says that it is `done`. */
  rest: Step<Id> & { done: string }
}

export function useMailedCode<Id extends string>(steps: MailedCodeForm<Id>) {
  const { name, blank, judge } = steps
  const ids = Object.keys(blank) as (keyof Values<Id>)[]
  const empty = Object.fromEntries(ids.map((id) => [id, ''])) as Values<Id>
  const form = useForm(empty, { draft: name, hasSummary: true })
  const sentName = `${name}:sent`
  /** When the code was sent, so that a reload continues the countdown and a device that slept is not late. */
  const [sentAt, setSentAt] = useState(() => readDraft(sentName, isTime))
  const [sentNow, setSentNow] = useState(false)
  const [step, setStep] = useState<'code' | 'rest'>('code')
  useEffect(() => writeDraft(sentName, sentAt), [sentName, sentAt])
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
    sentAt,
    sentNow,
    requestCode: () =>
      run('code', () => {
        setSentAt(Date.now())
        form.set(CODE, '')
        setSentNow(true)
      }),
    submit: () =>
      run('rest', () => {
        clearDraft(name)
        clearDraft(sentName)
        handOverMessage(steps.rest.done)
        goTo('/inventory', { state: { email: form.values.email } })
      }),
    startOver() {
      setSentAt(null)
      form.setProblems([])
      setSentNow(false)
    },
  }
}
