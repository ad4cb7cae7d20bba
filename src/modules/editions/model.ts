import { t } from 'elysia'
import { LEFTOVERS } from '#src/contract/editions.ts'
import { BodyOf } from '#src/http/body.ts'
import { Batched, Id, OneOf, PADDING, reply, Titled } from '#src/http/fields.ts'
import { limits } from '#src/contract/limits.ts'
import { EditionName, OrderLine } from '#src/modules/cart/model.ts'
import { EDITION_NAME_TEXT, editionNameFault } from '#src/rules/editions.ts'
import { NAME_PATTERN, readName } from '#src/rules/name-text.ts'

const Name = (example: string) =>
  t.String({
    minLength: 1,
    maxLength: limits.editionNameLength + PADDING,
    pattern: NAME_PATTERN,
    error: EDITION_NAME_TEXT,
    validate: editionNameFault,
    read: readName,
    description: `1 to ${limits.editionNameLength} characters, by the rule for names.`,
    examples: [example],
  })

export const Edition = Titled('Edition', {
  ...EditionName.properties,
  began_at: reply.time(),
  ended_at: t.Nullable(reply.time(), { description: '`null` for the current edition.' }),
})

export const ListedEdition = Titled('ListedEdition', {
  ...Edition.properties,
  lines: reply.integer(182, 'Lines that were not deleted; for a club, its own.'),
  clubs: t.Optional(reply.integer(34, 'Clubs with such a line. A club does not read it.')),
})

export const EditionLine = Titled('EditionLine', {
  ...OrderLine.properties,
  item_id: t.Nullable(reply.id(), { description: 'The stock item; `null` for a custom line.' }),
})

export const EditionClub = Titled('EditionClub', {
  user_id: reply.id(),
  clubName: reply.text('Film Club'),
  cordName: reply.text('Asha'),
  lines: t.Array(EditionLine, { description: 'In list order.' }),
})

export const EditionOrders = Titled('EditionOrders', {
  edition: Edition,
  clubs: t.Array(EditionClub, {
    description: 'The clubs with lines, by name; for a club, itself alone.',
  }),
})

export const Demand = Titled('Demand', {
  edition: reply.id('The edition.'),
  item_id: reply.id(),
  itemName: reply.text('Brush Round 4', 'The present name.'),
  asked: reply.integer(44),
  given: reply.integer(22),
  handed_over: reply.integer(20),
  clubs: reply.integer(12, 'How many clubs asked for it.'),
})

export const EditionRename = BodyOf('EditionRename', { name: Name('OASIS 2026') })

export const EditionRenamed = Batched('EditionRenamed', EditionName.properties)

export const EditionEnding = BodyOf('EditionEnding', {
  edition: Id('edition', 'The edition to end, which must be the current one.'),
  next: Name('APOGEE 2027'),
  leftovers: OneOf(LEFTOVERS, {
    error: `leftovers is one of: ${LEFTOVERS.join(', ')}.`,
    description:
      'Units that are given and not handed over go back to the shelf, or count as handed over.',
  }),
})

export const Ended = Titled('Ended', {
  clubs: reply.integer(34, 'Clubs with a line.'),
  lines: reply.integer(182),
  unitsReturned: reply.integer(16, 'Units of stock items that went back to the shelf.'),
})

export const EditionEnded = Titled('EditionEnded', {
  message: reply.text('APOGEE 2027 has begun.', 'Text for people. It may change.'),
  batch: reply.id('The batch of this call in the history.'),
  edition: EditionName,
  ended: Ended,
})
