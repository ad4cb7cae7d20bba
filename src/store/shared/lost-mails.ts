/**
 * After so many tries of which nobody knows how they ended, a mail is set aside: the process may have ended because of it. A mail server that is
 * away does not count.
 */
export const MOST_LOST = 3
export const LOST_TEXT = `The server stopped ${MOST_LOST} times while it sent this mail.`
