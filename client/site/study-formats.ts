/** Width and height of the studies of a gallery, in order: one across the page, then full rows on every screen size. */
export const STUDY_FORMATS = [
  [1320, 600],
  [600, 750],
  [600, 600],
  [600, 750],
  [600, 750],
  [900, 600],
  [600, 750],
  [600, 750],
] as const

/** Width and height of the pictures of RELIVE THE MEMORIES. */
export const MEMORY_FORMATS = Array.from({ length: 8 }, () => [900, 600] as const)
