import { describe, expect, test } from 'bun:test'
import { content, findProblems } from '#client/build/check-content.ts'
import { findPlaceholders } from '#scripts/content.ts'
import { memoriesOf, picturesOf } from '#client/site/gallery/pictures-of.ts'
import { editionAddress, editions } from '#client/site/editions.ts'
import { describeSitePage } from '#client/build/page-descriptions.ts'
import { sitePageAt, sitePages } from '#client/site/screens.tsx'

const { highlights, verticals, timelines, contacts } = content
const yearsOf = (festival: 'oasis' | 'apogee') => editions[festival].map(({ year }) => year)
const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index)

describe('what the specification fixes', () => {
  test('25 editions of Oasis, #27 to #52, none in 2020 and 2021, none numbered 49', () => {
    expect(yearsOf('oasis')).toEqual([...range(2024, 2022), ...range(2019, 1998)])
    expect(editions.oasis.map(({ number }) => number)).toEqual([...range(52, 50), ...range(48, 27)])
    expect(editions.oasis[0]?.title).toBe('Oasis 2024 | #52')
    expect(editions.oasis.at(-1)?.title).toBe('Oasis 1998 | #27')
  })

  test('26 editions of APOGEE, every year from 2000', () => {
    expect(yearsOf('apogee')).toEqual(range(2025, 2000))
    expect(editions.apogee[0]?.title).toBe('APOGEE 2025')
  })

  test('editions with an empty image list', () => {
    const empty = (festival: 'oasis' | 'apogee') =>
      editions[festival].filter(({ photos }) => photos === 'none').map(({ year }) => year)
    expect(empty('oasis')).toEqual(range(2015, 2009))
    expect(empty('apogee')).toEqual([...range(2021, 2016), ...range(2014, 2009)])
    for (const edition of Object.values(editions).flat())
      expect(picturesOf(edition)).toHaveLength(edition.photos === 'none' ? 1 : 8)
  })

  test('photo sets of 2000 to 2007; 2002 and 2003 have none', () => {
    const sets = range(2025, 1998).filter((year) => memoriesOf(year) !== null)
    expect(sets).toEqual(range(2007, 2000))
    expect(sets.filter((year) => memoriesOf(year)?.length === 0)).toEqual([2003, 2002])
  })
})

describe('addresses', () => {
  test('every page is found by its own address, and no two share one', () => {
    expect(new Set(sitePages.map(({ address }) => address)).size).toBe(sitePages.length)
    for (const page of sitePages) {
      const [path = '', query = ''] = page.address.split('?')
      if (page.address !== '404')
        expect(sitePageAt(path, query).address).toBe(
          query || path === '/' || page.status === 404 ? page.address : '',
        )
      expect(describeSitePage(page).length).toBeGreaterThan(20)
    }
    for (const edition of Object.values(editions).flat())
      expect(editionAddress(edition)).toBe(
        `/endpoint?description=${encodeURIComponent(edition.label)}`,
      )
  })

  const askedFor = (description: string) =>
    sitePageAt('/endpoint', String(new URLSearchParams({ description })))
  test.each(['oasis 2024', ' OASIS 2024 ', 'OaSiS 2024'])('%j is an edition', (label) => {
    expect(askedFor(label).edition?.year).toBe(2024)
  })
  test.each([
    '',
    'oasis',
    'oasis 2020',
    'oasis2024',
    'OASIS  2024',
    '__proto__',
    'OASIS 2024 2023',
  ])('%j is not an edition', (label) => {
    expect(askedFor(label).status).toBe(404)
  })
})

describe('the check of the content', () => {
  const changed = (changes: Partial<Record<keyof typeof content, unknown>>) =>
    findProblems({ ...content, ...changes })

  test('finds nothing wrong with the content of the repository', () => {
    expect(findProblems(content)).toEqual([])
  })

  test.each([
    [
      { highlights: highlights.with(3, { id: 'x', title: ' ', subtitle: 'Oasis' }) },
      'client/content/people.ts: highlights[3].title must be a text without spaces at its ends.',
    ],
    [
      { highlights: [...highlights, highlights[0]] },
      'client/content/people.ts: highlights[10].id is the same as that of [0].',
    ],
    [
      {
        oasis: [
          { year: 2023, number: 51, photos: 'none' },
          { year: 2024, number: 52, photos: 'none' },
        ],
      },
      'client/content/editions.ts: oasis[1].year is newer than the entry above it.',
    ],
    [
      { apogee: [{ year: '2024', photos: 'some' }] },
      'client/content/editions.ts: apogee[0].year must be a year from 1980 to 2100.\n' +
        "client/content/editions.ts: apogee[0].photos must be 'none' or 'studies'.",
    ],
    [
      { apogee: [{ year: 2024, photos: 'none', them: 'x' }] },
      'client/content/editions.ts: apogee[0].them is no field that the pages know.',
    ],
    [
      { applyForm: 'javascript:alert(1)' },
      'client/content/links.ts: applyForm must be an address that starts with https://.',
    ],
    [
      { contacts: [{ festival: 'Oasis', email: 'nobody' }, contacts[1]] },
      'client/content/links.ts: contacts[0].email must be an e-mail address.',
    ],
    [
      { aftermovieId: 'https://video.example/watch' },
      'client/content/department.ts: aftermovieId must be the id of the film (the last part of its address) or null.',
    ],
    [
      { verticals: verticals.slice(1) },
      'client/content/people.ts: verticals must be a list with 4 entries.',
    ],
    [{ timelines: null }, 'client/content/timelines.ts: timelines must be an entry in braces.'],
    [
      {
        timelines: {
          ...timelines,
          costaan: { ...timelines.costaan, entries: timelines.costaan.entries.toReversed() },
        },
      },
      [1, 2, 4, 5, 6, 7]
        .map(
          (index) =>
            `client/content/timelines.ts: timelines.costaan.entries[${index}].year is newer than the entry above it.`,
        )
        .join('\n'),
    ],
    [
      { oasis: [{ year: 2024, photos: 'none' }] },
      'client/content/editions.ts: oasis[0].number must be a whole number above 0.',
    ],
  ])('names file and field: %#', (changes, message) => {
    expect(changed(changes).join('\n')).toBe(message)
  })
})

test('every placeholder is listed, and no real value', () => {
  const before = findPlaceholders()
  expect(before.length).toBeGreaterThan(100)
  for (const text of ['aftermovieId', 'highlights[0].title', 'oasis[24].theme', 'applyForm'])
    expect(before.map(({ field }) => field)).toContain(text)
  const after = findPlaceholders({
    ...content,
    applyForm: 'https://forms.campus.edu/apply' as never,
  })
  expect(after).toHaveLength(before.length - 1)
})
