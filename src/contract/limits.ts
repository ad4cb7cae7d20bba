/** Every bound that server and browser share. Counts are whole numbers; durations carry their unit in the name. */
export const limits = {
  nameLength: 120,
  remarksLength: 500,
  linkLength: 2_048,
  vendorStatusLength: 60,
  passwordLength: 1_024,
  emailLength: 254,
  mobileLength: 40,
  /** What lies on a shelf when an item is added or edited. */
  itemQuantity: 1_000_000,
  /** One row of one order. */
  orderedQuantity: 10_000,
  orderRows: 200,
  linesPerCart: 1_000,
  /** One signed change of what is given. */
  allotmentChange: 1_000_000,
  /** Every sum stays below this. */
  sum: 1_000_000_000,
  idempotencyKeyLength: 255,
  idempotencyKeyHours: 24,
  bodyBytes: 1_000_000,
  /** Of a call without a valid token. */
  anonymousBodyBytes: 4_000,
  codeDigits: 6,
  codeMinutes: 10,
  codeResendSeconds: 30,
  sessionSeconds: 3_600,
  frameBytes: 65_536,
  framesPerMinute: 100,
  socketsPerAccount: 20,
  upgradesPerMinute: 3_000,
  /** A larger state travels without its data; the page reads it by HTTP. */
  stateBytes: 256_000,
  helloSeconds: 2,
  beatSeconds: 15,
  ordersPerMinute: 120,
  /** Answers are kept whole for a day: this much for each account. */
  keptAnswerBytesPerDay: 64_000_000,
} as const
