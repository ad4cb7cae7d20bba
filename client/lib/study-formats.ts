/** Width and height of the studies of a gallery, in order; they repeat. */
export const STUDY_FORMATS = [
  [900, 600],
  [600, 750],
  [600, 600],
  [1067, 600],
  [600, 750],
  [900, 600],
  [600, 600],
  [600, 750],
] as const
