import { expect, test } from 'bun:test'
import { commonOf, groupKey, groupLines, sumUp } from '#src/rules/buying.ts'

const SHOP = 'https://shop.example/felt?size=2&colour=red'

test.each([
  ['another scheme', SHOP, 'http://shop.example/felt?size=2&colour=red'],
  ['www.', SHOP, 'https://www.shop.example/felt?size=2&colour=red'],
  ['a host in capitals', SHOP, 'HTTPS://Shop.Example/felt?size=2&colour=red'],
  ['where somebody came from', SHOP, `${SHOP}&utm_source=mail&UTM_medium=x`],
  ['a fragment', SHOP, `${SHOP}#reviews`],
  ['a last slash', SHOP, 'https://shop.example/felt/?size=2&colour=red'],
  ['another order of the query', SHOP, 'https://shop.example/felt?colour=red&size=2'],
  ['nothing but where somebody came from', 'https://shop.example/', 'http://shop.example?utm_id=1'],
])('links with %s lead to the same thing, whatever it is called', (_, one, other) => {
  expect(groupKey({ link: other, itemName: 'Felt' })).toBe(
    groupKey({ link: one, itemName: 'Red cloth' }),
  )
})

test.each([
  ['another page', 'https://shop.example/felt-2?size=2&colour=red'],
  ['a path in capitals', 'https://shop.example/FELT?size=2&colour=red'],
  ['another query', 'https://shop.example/felt?size=3&colour=red'],
  ['another part of the shop', 'https://art.shop.example/felt?size=2&colour=red'],
  ['another port', 'https://shop.example:8443/felt?size=2&colour=red'],
  ['no link', ''],
  ['a link that nobody can follow', 'javascript:alert(1)'],
])('%s is another thing, though it has the same name', (_, link) => {
  const itemName = 'Felt'
  expect(groupKey({ link, itemName })).not.toBe(groupKey({ link: SHOP, itemName }))
})

test.each([
  ['Black felt', 'BLACK  felt ', true],
  ['Black felt', 'ｂｌａｃｋ\u00a0felt', true],
  ['Black felt', 'Black felts', false],
  ['link:shop.example/felt?colour=red&size=2', 'Felt', false],
])('without a link %j and %j are the same: %j', (one, other, same) => {
  const [a, b] = [one, other].map((itemName) => groupKey({ link: '', itemName }))
  expect(a === b).toBe(same)
  expect(a).not.toBe(groupKey({ link: SHOP, itemName: one }))
})

const line = (_id: string, itemName: string, user_id: string, asked: number) => ({
  _id,
  itemName,
  user_id,
  link: '',
  ordered_quantity: asked,
  allotted_quantity: asked - 1,
})

test('a group is called as its oldest line, stands where its first one stands, and sums up', () => {
  const lines = [
    line('2', 'FELT', 'drama', 4),
    line('3', 'Foil', 'dance', 1),
    line('4', 'Felt ', 'dance', 2),
    line('1', 'felt', 'drama', 1),
  ]
  const groups = groupLines(lines)
  expect(groups.map(({ lines: [{ itemName }] }) => itemName)).toEqual(['felt', 'Foil'])
  expect(groups.map((group) => sumUp(group.lines))).toEqual([
    { ordered_quantity: 7, allotted_quantity: 4, clubs: 2 },
    { ordered_quantity: 1, allotted_quantity: 0, clubs: 1 },
  ])
})

test('what lines have in common', () => {
  expect([commonOf(['', '']), commonOf(['Ready', 'Ready']), commonOf(['Ready', ''])]).toEqual([
    '',
    'Ready',
    null,
  ])
})
