import { useState } from 'react'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { ConflictNote } from '#client/portal/drafts/ConflictNote.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { InlineText } from '#client/portal/ui/InlineText.tsx'
import { Lever } from '#client/portal/ui/Lever.tsx'
import { Pager } from '#client/portal/ui/Pager.tsx'
import { Quantity } from '#client/portal/ui/Quantity.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import { SaveBar } from '#client/portal/drafts/SaveBar.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import { type Column, Table } from '#client/portal/ui/Table.tsx'
import { Columns, nothing, Part } from './parts.tsx'

type Line = { name: string; asked: number; given: number }
const lines: Line[] = [
  { name: 'Brush Round 2', asked: 12, given: 12 },
  { name: 'Paint (500 ml) White', asked: 8, given: 5 },
  { name: 'Acrylic primer for outdoor backdrop cloth, white, 4 litre tin', asked: 2, given: 0 },
]

const columns: Column<Line>[] = [
  {
    key: 'name',
    head: 'Item',
    cell: ({ name, given }) => (
      <RowName
        name={name}
        unsaved={given === 0}
        news={given === 5 ? 'given changed 3 to 5 just now' : null}
      />
    ),
  },
  {
    key: 'asked',
    head: 'Items Required',
    kind: 'number',
    stacked: 'third',
    cell: ({ asked }) => <Quantity value={asked} />,
  },
  {
    key: 'given',
    head: 'Given Quantity',
    kind: 'number',
    stacked: 'third',
    cell: ({ given }) => <Quantity value={given} />,
  },
  {
    key: 'status',
    head: 'Status',
    stacked: 'half',
    cell: ({ name }) => (
      <InlineSelect
        label={`Status of ${name}`}
        value="Pending"
        options={[{ value: 'Pending', label: 'Pending' }]}
        onChange={nothing}
      />
    ),
  },
  {
    key: 'remarks',
    head: 'Remarks',
    stacked: 'half',
    cell: ({ name }) => (
      <InlineText
        label={`Remarks on ${name}`}
        value="Counter 2, before 9 pm"
        maxLength={60}
        onChange={nothing}
      />
    ),
  },
]

export function Lists() {
  return (
    <Part title="Empty, not found, failed, loading">
      <Columns>
        <EmptyState title="Your cart is empty" level={3}>
          Set a quantity on an item, then press Add to Cart.
        </EmptyState>
        <EmptyState title="No items match “led”" level={3} action={<Button>Clear search</Button>}>
          Look for a shorter part of the name, or add your own item.
        </EmptyState>
        <ErrorPanel title="Failed to fetch items" level={3} onRetry={nothing}>
          Your cart is kept. The list was last read at 02:14.
        </ErrorPanel>
        <Skeleton label="Loading items" />
      </Columns>
    </Part>
  )
}

export function Banners() {
  return (
    <Part title="Banner">
      <Banner icon="lock">
        Ordering is closed. You can fill your cart; it can be placed when ordering opens again.
      </Banner>
      <Banner tone="news" icon="live" action={<Button size="small">Show</Button>}>
        4 new orders arrived while you were reading.
      </Banner>
      <Banner icon="clock" action={<Button size="small">Sign in again</Button>}>
        Your session ends in 58 seconds. What you typed is kept.
      </Banner>
      <Banner icon="clock">{null}</Banner>
    </Part>
  )
}

export function Records() {
  const [on, setOn] = useState(true)
  const [page, setPage] = useState(1)
  const [unsaved, setUnsaved] = useState(1)
  return (
    <Part title="Table, switch, save">
      <Lever
        checked={on}
        label={on ? 'Orders Enabled' : 'Orders Disabled'}
        note="Switching off reaches every open page at once."
        onPress={() => setOn(!on)}
      />
      <Table
        label="Lines"
        rows={lines}
        idOf={({ name }) => name}
        toneOf={({ given }) => (given === 5 ? 'live' : undefined)}
        columns={columns}
      />
      <ConflictNote
        label="Status of Gaffer Tape"
        was="Pending"
        now="Delivered"
        onKeep={nothing}
        onTake={nothing}
      />
      <Pager noun="items" page={page} pageSize={100} total={312} onPage={setPage} />
      <SaveBar unsaved={unsaved} onDiscard={() => setUnsaved(0)} onSave={() => setUnsaved(0)} />
    </Part>
  )
}
