import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ROLES } from '#src/contract/statuses.ts'
import {
  EMAIL_PATTERN,
  MOBILE_PATTERN,
  MOBILE_TEXT,
  readMobile,
  sentPasswordFault,
} from '#src/rules/account.ts'
import { readCode } from '#src/rules/code-text.ts'
import { readEmail } from '#src/rules/names.ts'
import { grouped } from '#src/rules/number-text.ts'
import { BodyOf } from '#src/http/body.ts'
import { Name, OneOf, reply, Titled } from '#src/http/fields.ts'
import { DEVICE_DAYS, DEVICE_TOKEN_LENGTH } from '#src/identity/devices.ts'

const SAMPLE_EMAIL = 'club@campus.example'

export const Email = t.String({
  maxLength: limits.emailLength,
  pattern: EMAIL_PATTERN,
  read: readEmail,
  error: 'Please enter a valid email address.',
  description:
    'White space, invisible characters, `mailto:` before it, full stops after it and upper case are ignored. A `+` tag makes another address.',
  examples: [SAMPLE_EMAIL],
})

export const Password = t.String({
  minLength: 1,
  maxLength: limits.passwordLength,
  error: `A password has 1 to ${grouped(limits.passwordLength)} characters.`,
  validate: sentPasswordFault,
  examples: ['violet-lantern-42'],
})

export const NewPassword = t.String({
  ...Password,
  description:
    'Refused when it is too short, common, or equal to the e-mail address, the club name or the name of the site.',
})

const VerificationCode = t.String({
  minLength: 1,
  maxLength: 100,
  error: 'Please enter the verification code.',
  read: readCode,
  description: `The ${limits.codeDigits} digits from the mail, of any script; text around them is ignored.`,
  examples: ['482916'],
})

export const Login = BodyOf('Login', { email: Email, password: Password })

const SAMPLE_DEVICE =
  '3b241101-e2bb-4255-8caf-4136c566a962.1780000000.m2Vn3c1kq0mJ4yq2q4q0c4b7m9k1yq2q4q0c4b7m9k1'

export const DeviceHeaders = t.Object({
  'device-token': t.Optional(
    t.String({
      maxLength: DEVICE_TOKEN_LENGTH,
      error: `A Device-Token has ${DEVICE_TOKEN_LENGTH} characters at most.`,
      description:
        'The `device` from an earlier sign-in of this browser to this account. Its attempts are limited separately from those of unknown browsers.',
      examples: [SAMPLE_DEVICE],
    }),
  ),
})

export const SignedIn = Titled('SignedIn', {
  token: reply.text(
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzIn0.c2lnbmF0dXJl',
    `A bearer token, valid for ${limits.sessionSeconds / 60} minutes.`,
  ),
  device: reply.text(
    SAMPLE_DEVICE,
    `Send it as \`Device-Token\` at the next sign-in of this browser. Valid for ${DEVICE_DAYS} days.`,
  ),
  user: t.Object({
    id: reply.id(),
    clubId: t.Nullable(reply.id(), {
      description: 'The club of a coordinator. Administrators have none.',
    }),
    clubName: reply.text('Film Club'),
    cordName: reply.text('Asha'),
    access: OneOf(ROLES),
  }),
})

export const CodeRequest = BodyOf('CodeRequest', { email: Email })

export const Mobile = t.String({
  maxLength: limits.mobileLength,
  pattern: MOBILE_PATTERN,
  read: readMobile,
  error: MOBILE_TEXT,
  description:
    'Stored without brackets, dots, slashes, invisible characters and `tel:`, in the digits 0 to 9.',
  examples: ['+91 98765 43210'],
})

export const Registration = BodyOf('Registration', {
  cordName: Name('A co-ordinator name', 'Asha'),
  clubName: Name('A club name', 'Film Club'),
  mobile: Mobile,
  email: Email,
  password: NewPassword,
  verificationCode: VerificationCode,
})

export const PasswordReset = BodyOf('PasswordReset', {
  email: Email,
  newPassword: NewPassword,
  verificationCode: VerificationCode,
})
