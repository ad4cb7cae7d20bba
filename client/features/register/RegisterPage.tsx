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

/** Kept in this tab, so that a reload loses nothing; the password is not. */
type Draft = {
  email: string
  cordName: string
  clubName: string
  mobile: string
  codeSent: boolean
}

const DRAFT = 'register'
const EMPTY: Draft = { email: '', cordName: '', clubName: '', mobile: '', codeSent: false }
/** The fields of the call, which are also the ids of the inputs. */
const FIELDS = ['email', 'verificationCode', 'cordName', 'clubName', 'mobile', 'password'] as const

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  Object.entries(EMPTY).every(([field, empty]) => typeof value[field] === typeof empty)

const BLANK: Record<(typeof FIELDS)[number], string> = {
  email: 'Please enter your email address.',
  verificationCode: 'Enter the six digits from the mail.',
  cordName: "Enter the co-ordinator's name.",
  clubName: "Enter your club's name.",
  mobile: 'Enter a phone number.',
  password: 'Enter a password.',
}

export function RegisterPage() {
  const [draft, setDraft] = useState(() => readDraft(DRAFT, isDraft) ?? EMPTY)
  const [password, setPassword] = useState('')
  const [verificationCode, setVerificationCode] = useState('')
  const [problems, setProblems] = useState<FormProblem[]>([])
  const [sentNow, setSentNow] = useState(false)
  const [busy, setBusy] = useState<'code' | 'register' | null>(null)
  const resend = useResend(DRAFT)
  const codeInput = useRef<HTMLInputElement>(null)
  useEffect(() => writeDraft(DRAFT, draft), [draft])
  useEffect(() => {
    if (sentNow) codeInput.current?.focus()
  }, [sentNow])

  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))

  async function requestCode() {
    if (busy) return
    if (!draft.email.trim()) return setProblems([{ text: BLANK.email, fieldId: 'email' }])
    setBusy('code')
    setProblems([])
    setSentNow(false)
    try {
      await call(api.users['request-code'].post({ email: draft.email }))
      resend.restart()
      change({ codeSent: true })
      setVerificationCode('')
      setSentNow(true)
    } catch (error) {
      setProblems(
        toFormProblems(error, FIELDS, {
          network: 'An error occurred while sending OTP.',
          failed: 'Failed to send OTP.',
        }),
      )
    } finally {
      setBusy(null)
    }
  }

  async function register() {
    const { codeSent: _codeSent, ...typed } = draft
    const form = { ...typed, password, verificationCode }
    const blank = FIELDS.filter((field) => !form[field].trim())
    if (blank.length > 0)
      return setProblems(blank.map((field) => ({ text: BLANK[field], fieldId: field })))
    setBusy('register')
    setProblems([])
    try {
      await call(api.users.register.post(form))
      clearDraft(DRAFT)
      handOverMessage('Registration successful!')
      goTo('/inventory')
    } catch (error) {
      setProblems(
        toFormProblems(error, FIELDS, {
          network: 'An error occurred during registration.',
          failed: 'Registration failed.',
        }),
      )
    } finally {
      setBusy(null)
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    void (draft.codeSent ? register() : requestCode())
  }

  function startOver() {
    change({ codeSent: false })
    setSentNow(false)
    setProblems([])
  }

  const field = (id: 'email' | 'cordName' | 'clubName' | 'mobile') => ({
    id,
    value: draft[id],
    error: problemAt(problems, id),
    onChange: (event: { target: { value: string } }) => change({ [id]: event.target.value }),
  })

  return (
    <Door title="Register">
      <ErrorSummary problems={problems} />
      <output>{sentNow && <Notice tone="ok">OTP sent to your email.</Notice>}</output>
      <form onSubmit={handleSubmit} noValidate>
        <Field
          {...field('email')}
          label="Email ID"
          type="email"
          autoComplete="email"
          readOnly={draft.codeSent}
          action={
            draft.codeSent && (
              <FieldButton onClick={startOver}>
                Change<span className="sr"> the address</span>
              </FieldButton>
            )
          }
        />
        {draft.codeSent && (
          <CodeField
            ref={codeInput}
            id="verificationCode"
            label="Verification Code"
            value={verificationCode}
            error={problemAt(problems, 'verificationCode')}
            hint="Six digits. If it is not in your inbox, look in the spam folder."
            onChange={setVerificationCode}
          />
        )}
        <Field {...field('cordName')} label="Co-ordinator Name" autoComplete="name" />
        <Field {...field('clubName')} label="Club Name" autoComplete="organization" />
        <Field {...field('mobile')} label="Phone Number" type="tel" autoComplete="tel" />
        <PasswordField
          id="password"
          label="Password"
          autoComplete="new-password"
          value={password}
          error={problemAt(problems, 'password')}
          hint="A long phrase is best; common passwords are refused."
          onChange={(event) => setPassword(event.target.value)}
        />
        {draft.codeSent ? (
          <DoorButtons>
            <ResendButton
              secondsLeft={resend.secondsLeft}
              ended={resend.ended}
              busy={busy === 'code'}
              onResend={() => void requestCode()}
            />
            <Button type="submit" variant="primary" size="big" busy={busy === 'register'}>
              {busy === 'register' ? 'Registering...' : 'Register'}
            </Button>
          </DoorButtons>
        ) : (
          <Button type="submit" variant="primary" size="big" wide busy={busy === 'code'}>
            Get OTP At Email
          </Button>
        )}
      </form>
      <DoorNote>
        Already registered? <Link href="/inventory">Sign in</Link>
      </DoorNote>
    </Door>
  )
}
