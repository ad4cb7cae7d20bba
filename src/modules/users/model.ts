import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ROLES } from '#src/contract/statuses.ts'
import { EMAIL_PATTERN, MOBILE_PATTERN } from '#src/rules/account.ts'
import { Body } from '../body.ts'
import { Name, Named, OneOf, Told } from '../fields.ts'

const SAMPLE_EMAIL = 'club@campus.example'

const Email = t.String({
  maxLength: limits.emailLength,
  pattern: EMAIL_PATTERN,
  error: 'Please enter a valid email address.',
  description: 'Compared trimmed and in lower case; a `+` tag counts.',
  examples: [SAMPLE_EMAIL],
})

const Password = t.String({
  minLength: 1,
  maxLength: limits.passwordLength,
  error: 'A password has 1 to 1,024 characters.',
  examples: ['violet-lantern-42'],
})

const NewPassword = t.String({
  ...Password,
  description: 'Long enough, on no list of common ones, and not the address, club or site name.',
})

const VerificationCode = t.String({
  minLength: 1,
  maxLength: 100,
  error: 'Please enter the verification code.',
  description: 'The six digits of the mail.',
  examples: ['482916'],
})

export const Login = Body(t.Object({ email: Email, password: Password }, { title: 'Login' }))

export const SignedIn = t.Object(
  {
    token: Told(
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzIn0.c2lnbmF0dXJl',
      'A bearer token of one hour.',
    ),
    user: t.Object({
      id: Named(),
      clubName: Told('Film Club'),
      cordName: Told('Asha'),
      access: OneOf(ROLES),
    }),
  },
  { title: 'SignedIn' },
)

export const CodeRequest = Body(t.Object({ email: Email }, { title: 'CodeRequest' }))

export const Registration = Body(
  t.Object(
    {
      cordName: Name('A co-ordinator name', 'Asha'),
      clubName: Name('A club name', 'Film Club'),
      mobile: t.String({
        maxLength: limits.mobileLength,
        pattern: MOBILE_PATTERN,
        error: 'A phone number has 7 to 15 digits, with an optional + before them.',
        examples: ['+91 98765 43210'],
      }),
      email: Email,
      password: NewPassword,
      verificationCode: VerificationCode,
    },
    { title: 'Registration' },
  ),
)

export const PasswordReset = Body(
  t.Object(
    {
      email: Email,
      newPassword: NewPassword,
      verificationCode: VerificationCode,
    },
    { title: 'PasswordReset' },
  ),
)
