import { limits } from '#src/contract/limits.ts'

/** Text of several lines, which may be empty. No control characters but tab and line ends: no spreadsheet can hold them. */
export const REMARKS_PATTERN = String.raw`^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$`

export const REMARKS_TEXT = `Remarks have ${limits.remarksLength} characters at most.`
