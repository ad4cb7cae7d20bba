import { useState } from 'react'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { ArrowLink } from '#client/shared/ArrowLink.tsx'
import { Button, LinkButton } from '#client/portal/ui/Button.tsx'
import { Checkbox } from '#client/portal/ui/Checkbox.tsx'
import { CodeField } from '#client/portal/account/CodeField.tsx'
import { ConnectionPill } from '#client/portal/live/ConnectionPill.tsx'
import { ErrorSummary } from '#client/portal/ui/ErrorSummary.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { iconNames } from '#client/shared/icon-paths.ts'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { PasswordField } from '#client/portal/account/PasswordField.tsx'
import { Toolbar } from '#client/portal/ui/Screen.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { SegmentedToggle } from '#client/portal/ui/SegmentedToggle.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import styles from './parts.module.css'
import { Columns, nothing, Part, Row } from './parts.tsx'

const problem = { text: 'Enter an address like name@campus.example.', fieldId: 'bad-email' }

export function Buttons() {
  return (
    <Part title="Button">
      <Row>
        <Button variant="primary">Save Changes</Button>
        <Button>Discard</Button>
        <Button variant="danger">Clear Cart</Button>
        <Button variant="loss">Yes, Delete</Button>
        <Button variant="primary" busy>
          Registering...
        </Button>
        <Button disabled reasonId="why">
          Confirm Order
        </Button>
        <Button size="small" icon="download">
          Download Excel
        </Button>
        <LinkButton size="small" icon="left" href="#main">
          Back to Home
        </LinkButton>
        <IconButton icon="edit" label="Edit" />
        <IconButton icon="close" size="small" danger label="Remove Gaffer Tape" />
        <ArrowLink href="#main">Go to the home page</ArrowLink>
      </Row>
      <Notice id="why">Ordering is closed. Your cart is kept on this device.</Notice>
      <Notice tone="ok">OTP sent to your email.</Notice>
      <Notice tone="danger">Item name and quantity are required</Notice>
    </Part>
  )
}

export function Icons() {
  return (
    <Part title="Icon">
      <Row>
        {iconNames().map((name) => (
          <span key={name} className={styles.IconName}>
            <Icon name={name} />
            {name}
          </span>
        ))}
      </Row>
    </Part>
  )
}

export function Steppers() {
  const [value, setValue] = useState(3)
  return (
    <Part title="Stepper">
      <Row>
        <Stepper label="Quantity, zero" value={0} onChange={nothing} />
        <Stepper
          label="Quantity, to try"
          value={value}
          onChange={setValue}
          max={12}
          maxReason="Only 12 left"
        />
        <Stepper
          label="Quantity, too many"
          value={6}
          onChange={nothing}
          error="Only 3 left of Brush Round 4."
        />
        <Stepper label="Quantity, small" size="small" value={12} onChange={nothing} />
        <Stepper
          label="Quantity, unlit"
          size="small"
          highlight={false}
          value={7}
          onChange={nothing}
        />
      </Row>
    </Part>
  )
}

export function Statuses() {
  const since = new Date(2026, 0, 1, 2, 14).getTime()
  return (
    <Part title="Status, connection">
      <Row>
        {LINE_STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </Row>
      <Row>
        {(['connecting', 'live', 'reconnecting', 'offline', 'elsewhere'] as const).map((status) => (
          <ConnectionPill key={status} status={status} since={since} onGoLiveHere={nothing} />
        ))}
      </Row>
    </Part>
  )
}

export function Fields() {
  const [code, setCode] = useState('')
  const [query, setQuery] = useState('')
  const [view, setView] = useState<'grid' | 'list'>('grid')
  const [problems, setProblems] = useState([] as (typeof problem)[])
  return (
    <Part title="Fields">
      <Columns>
        <Field label="Club Name" defaultValue="Demo Club" />
        <Field
          label="Email ID"
          id="bad-email"
          type="email"
          defaultValue="club@"
          error={problem.text}
        />
        <Field
          label="Email ID"
          readOnly
          defaultValue="club@campus.example"
          hint="Locked while the code is on its way."
        />
        <CodeField label="Verification Code" value={code} onChange={setCode} hint="Six digits." />
        <PasswordField label="Password" autoComplete="off" defaultValue="lantern road" />
        <Checkbox label="Remember me" />
      </Columns>
      <Row>
        <Button onClick={() => setProblems([problem])}>Send what is wrong</Button>
      </Row>
      <ErrorSummary problems={problems} />
      <Toolbar end={<Button>Your Orders</Button>}>
        <SearchBox label="Search items" value={query} onChange={setQuery} />
        <SegmentedToggle
          label="View"
          value={view}
          onChange={setView}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'list', label: 'List', icon: 'list' },
          ]}
        />
      </Toolbar>
    </Part>
  )
}
