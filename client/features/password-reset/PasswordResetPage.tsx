import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { api, call } from '#client/lib/api.ts'
import { clearDraft, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { problemAt, toFormProblems } from '#client/lib/form-problems.ts'
import { handOverMessage } from '#client/lib/hand-over.ts'
import { useResend } from '#client/lib/resend.ts'
import { goTo } from '#client/lib/router.ts'
import { isRecord } from '#client/lib/storage.ts'
import { Button } from '#client/ui/Button.tsx'
import { CodeField } from '#client/ui/CodeField.tsx'
import { Door, DoorButtons, DoorNote } from '#client/ui/Door.tsx'
import { ErrorSummary, type FormProblem } from '#client/ui/ErrorSummary.tsx'
import { Field, FieldButton } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PasswordField } from '#client/ui/PasswordField.tsx'
import { ResendButton } from '#client/ui/ResendButton.tsx'

type Draft = { email: string; codeSent: boolean }

const DRAFT = 'password-reset'
const FIELDS = ['email', 'verificationCode', 'newPassword'] as const
const BLANK: Record<(typeof FIELDS)[number], string> = {
  email: 'Please enter your email address.',
  verificationCode: 'Enter the six digits from the mail.',
  newPassword: 'Enter a new password.',
}

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && typeof value.email === 'string' && typeof value.codeSent === 'boolean'

export function PasswordResetPage() {
  const [draft, setDraft] = useState(
    () => readDraft(DRAFT, isDraft) ?? { email: '', codeSent: false },
  )
  const [verificationCode, setVerificationCode] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [problems, setProblems] = useState<FormProblem[]>([])
  const [sentNow, setSentNow] = useState(false)
  const [busy, setBusy] = useState<'code' | 'submit' | null>(null)
  const resend = useResend(DRAFT)
  const codeInput = useRef<HTMLInputElement>(null)
  useEffect(() => writeDraft(DRAFT, draft), [draft])
  useEffect(() => {
    if (sentNow) codeInput.current?.focus()
  }, [sentNow])
  const { email, codeSent } = draft

  async function requestCode() {
    if (busy) return
    if (!email.trim()) return setProblems([{ text: BLANK.email, fieldId: 'email' }])
    setBusy('code')
    setProblems([])
    setSentNow(false)
    try {
      await call(api.users['request-code-pass-reset'].post({ email }))
      resend.restart()
      setDraft({ email, codeSent: true })
      setVerificationCode('')
      setSentNow(true)
    } catch (error) {
      const failed = 'Failed to generate OTP'
      setProblems(toFormProblems(error, FIELDS, { network: failed, failed }))
    } finally {
      setBusy(null)
    }
  }

  async function resetPassword() {
    const form = { email, newPassword, verificationCode }
    const blank = FIELDS.filter((field) => !form[field].trim())
    if (blank.length > 0)
      return setProblems(blank.map((field) => ({ text: BLANK[field], fieldId: field })))
    setBusy('submit')
    setProblems([])
    try {
      await call(api.users['reset-password'].put(form))
      clearDraft(DRAFT)
      handOverMessage('Your password is changed. Sign in with the new one.')
      goTo('/inventory')
    } catch (error) {
      const failed = 'Failed to reset the password. Please try again.'
      setProblems(toFormProblems(error, FIELDS, { network: failed, failed }))
    } finally {
      setBusy(null)
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    void (codeSent ? resetPassword() : requestCode())
  }

  function startOver() {
    setDraft({ email, codeSent: false })
    setSentNow(false)
    setProblems([])
  }

  return (
    <Door title="Reset Password">
      <ErrorSummary problems={problems} />
      <output>
        {sentNow && (
          <Notice tone="ok">If {email.trim()} has an account, an OTP is on its way.</Notice>
        )}
      </output>
      <form onSubmit={handleSubmit} noValidate>
        <Field
          id="email"
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          error={problemAt(problems, 'email')}
          readOnly={codeSent}
          action={
            codeSent && (
              <FieldButton onClick={startOver}>
                Change<span className="sr"> the address</span>
              </FieldButton>
            )
          }
          onChange={(event) => setDraft({ email: event.target.value, codeSent })}
        />
        {codeSent ? (
          <>
            <CodeField
              ref={codeInput}
              id="verificationCode"
              label="OTP"
              value={verificationCode}
              error={problemAt(problems, 'verificationCode')}
              hint="Six digits. If it is not in your inbox, look in the spam folder."
              onChange={setVerificationCode}
            />
            <PasswordField
              id="newPassword"
              label="Create New Password"
              autoComplete="new-password"
              value={newPassword}
              error={problemAt(problems, 'newPassword')}
              hint="A long phrase is best; common passwords are refused."
              onChange={(event) => setNewPassword(event.target.value)}
            />
            <DoorButtons>
              <ResendButton
                secondsLeft={resend.secondsLeft}
                ended={resend.ended}
                busy={busy === 'code'}
                onResend={() => void requestCode()}
              />
              <Button type="submit" variant="primary" size="big" busy={busy === 'submit'}>
                Submit
              </Button>
            </DoorButtons>
          </>
        ) : (
          <Button type="submit" variant="primary" size="big" wide busy={busy === 'code'}>
            Generate OTP
          </Button>
        )}
      </form>
      <DoorNote>
        <Link href="/inventory">Back to sign in</Link>
      </DoorNote>
    </Door>
  )
}
