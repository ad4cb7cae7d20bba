import icon from '#client/shared/Icon.module.css'

const PATHS = {
  bin: 'M4 6.5h16M9 6.5v-3h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
  filter: 'M3 6h18M6.5 12h11M10 18h4',
  switch: 'M2.5 7h19v10h-19zM13 10h5v4h-5z',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4 20.5q1-6 8-6t8 6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 7.5V12l3.5 2.5',
} as const

/** An icon that only the history shows; decoration. */
export function Sign({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className={icon.Icon} data-size="small" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
