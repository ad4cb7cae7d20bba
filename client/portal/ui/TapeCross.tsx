export const TapeCross = () => (
  <svg width="96" viewBox="0 0 96 60" fill="var(--danger)" aria-hidden="true">
    <path d="M6 14L18 4L92 44L80 56zM80 4L92 14L16 56L4 46z" />
  </svg>
)
