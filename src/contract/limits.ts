/** The limits that server and browser share. Counts are whole numbers; a duration has its unit in its name. */
export const limits = {
  nameLength: 120,
  editionNameLength: 60,
  /** The unit and the place of an item. */
  unitLength: 12,
  placeLength: 40,
  remarksLength: 500,
  /** Why a save decided as it did. */
  noteLength: 200,
  windowMessageLength: 280,
  announcementLength: 280,
  pickupLength: 280,
  linkLength: 2_048,
  vendorStatusLength: 60,
  passwordLength: 1_024,
  /** Unless `PASSWORD_MIN_LENGTH` says otherwise. */
  passwordMinLength: 12,
  emailLength: 254,
  mobileLength: 40,
  /** The largest quantity that an administrator can enter for a stock item. */
  itemQuantity: 1_000_000,
  /** The largest quantity in one row of an order. */
  orderedQuantity: 10_000,
  orderRows: 200,
  /** Entries of one change in a page of the history. */
  listedOfChange: 200,
  /** Rows in one call that answers lines. */
  changeRows: 5_000,
  /** Rows in one call that hands things over. */
  handOverRows: 1_000,
  /** Rows that one administrator decides or hands over. */
  decidedRowsPerHour: 60_000,
  linesPerCart: 400,
  /** Of them, those of items that are not in stock. */
  customLinesPerCart: 100,
  /** The largest change of an allotment, up or down. */
  allotmentChange: 1_000_000,
  /** Upper limit of every sum. */
  sum: 1_000_000_000,
  idempotencyKeyLength: 255,
  idempotencyKeyHours: 24,
  /** Calls of one account that the server works on at the same time, and those that wait for them. */
  requestsAtOnce: 2,
  requestsWaiting: 16,
  bodyBytes: 1_000_000,
  /** The body size for requests without a valid token. */
  anonymousBodyBytes: 4_000,
  codeDigits: 6,
  codeMinutes: 10,
  codeResendSeconds: 30,
  sessionSeconds: 3_600,
  frameBytes: 65_536,
  framesPerMinute: 100,
  socketsPerAccount: 20,
  upgradesPerMinute: 3_000,
  /** A frame with a larger state omits its data, and the page reads the data by HTTP. */
  stateBytes: 256_000,
  helloSeconds: 2,
  beatSeconds: 15,
  ordersPerMinute: 60,
  /** Calls of a club that change something, answered or not. */
  callsSentPerMinute: 200,
  /** Rows of a club's orders. */
  orderedRowsPerHour: 3_000,
  /** Bytes that a club's orders add to the history and to the kept answers. */
  storedBytesPerDay: 20_000_000,
  /** Changes of one's own name or phone number. */
  ownChangesPerHour: 20,
  /** A line that a club withdraws stays stored, and the end of its edition moves it: it counts as so many bytes, which makes 1,000 a day. */
  withdrawnBytes: 20_000,
  /** People of a club and its open invitations: each mail about an order is written for each of them. */
  peoplePerClub: 24,
  /** How long an invitation is open. */
  invitationDays: 14,
  /** Invitation mails in a day: to one address, of one club, and of all administrators. */
  invitationsPerAddress: 3,
  invitationsPerClub: 20,
  invitationsOfAdministrators: 100,
  /** Open invitations in the list of administrators. */
  listedInvitations: 200,
  /** Mails in the list of the outbox. */
  listedMails: 200,
} as const
