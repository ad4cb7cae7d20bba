/** Both pictures of the home page's folded screen have this size, with the sun or planet in the same place. */
export const WIDTH = 1600
export const HEIGHT = 720
export const CENTRE_X = 1010
export const CENTRE_Y = 330
export const RADIUS = 236
