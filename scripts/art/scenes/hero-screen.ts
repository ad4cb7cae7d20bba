/** The folded screen of the home page: both of its pictures have this size and put their sun or planet in the same place. */
export const WIDTH = 1600
export const HEIGHT = 720
export const CENTRE_X = 1010
export const CENTRE_Y = 330
export const RADIUS = 236
