import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ROLES } from '#src/contract/statuses.ts'
import { EMAIL_PATTERN, MOBILE_PATTERN } from '#src/rules/account.ts'
import { Body } from '#src/http/body.ts'
import { Name, Named, OneOf, Told } from '#src/http/fields.ts'
import { DEVICE_TOKEN_LENGTH } from '#src/identity/devices.ts'

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

const SAMPLE_DEVICE =
  '3b241101-e2bb-4255-8caf-4136c566a962.1780000000.m2Vn3c1kq0mJ4yq2q4q0c4b7m9k1yq2q4q0c4b7m9k1'

export const DeviceHeaders = t.Object({
  'device-token': t.Optional(
    t.String({
      maxLength: DEVICE_TOKEN_LENGTH,
      error: `A Device-Token has ${DEVICE_TOKEN_LENGTH} characters at most.`,
      description:
        'The `device` that an earlier sign-in of this browser to this account answered: its attempts are counted apart from those of strangers.',
      examples: [SAMPLE_DEVICE],
    }),
  ),
})

export const SignedIn = t.Object(
  {
    token: Told(
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzIn0.c2lnbmF0dXJl',
      'A bearer token of one hour.',
    ),
    device: Told(
      SAMPLE_DEVICE,
      'Proves for 180 days that this browser has signed in to this account. Send it as `Device-Token`.',
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
