/** Search engines and shared links show this; 50 to 160 characters. */
export const departmentDescription =
  'The student department that paints the backdrops, builds the structures and makes the posters of Oasis and APOGEE.'

/** What the public pages say of the department. */
export const department = {
  /** Paragraph by paragraph. */
  blurb: [
    'We create the look of two campus festivals and run their publicity: Oasis, the cultural one, and APOGEE, the technical one. We paint the backdrops, build the structures and set the light and colour around them.',
    'A backdrop is drawn, primed, painted in sections and hung. A structure is sketched, framed, clad and lit. A poster is set, printed and pasted. All of it is made by students, and most of it at night.',
  ],
  screenCaption: 'A folded screen: Oasis from the left, APOGEE from the right.',
  /** Follows the caption where the screen moves. */
  screenWalk: 'Scroll to walk past it.',
  about:
    'The department designs promotional material, paintings and structures. What the audience sees is one painted side; behind it stand timber, bolts, tape and the people who carried them. This site has two sides as well: the public one, and the store room where clubs order their supplies.',
  aboutPicture: 'Two flats: one painted, one seen from behind',
  aftermovie:
    'Look out for the backdrops, structures and lights in use, with people in front of them.',
  aftermovieService:
    'The film comes from a video service; nothing is loaded from there until you press play.',
} as const

/** The aftermovie's id at the video service (the last part of its address); `null` until there is a film. */
export const aftermovieId: string | null = null
