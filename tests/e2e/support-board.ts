import type { Page } from '@playwright/test'
import { expect, type Portal, signIn } from './fixtures.ts'

export async function openBoard(page: Page, portal: Portal, query = '') {
  await signIn(page, portal, portal.admin, `/board${query}`)
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
}

/** Shows what is needed once in a while, which has no room in the row of a smaller screen. */
export const openMore = (page: Page) =>
  page.getByRole('button', { name: 'More', exact: true }).click()

/** By its text, which begins with its name: to compute the accessible names of hundreds of cells takes seconds. */
export const cellOf = (page: Page, club: string, item: string) =>
  page.locator('[role=gridcell]').filter({ hasText: new RegExp(`^${club}, ${item}: `) })

/** The lines of an item, as the store has them. */
export async function linesOf(portal: Portal, item: string) {
  const { items, clubs } = await portal.readBoard()
  const id = items.find(({ itemName }) => itemName === item)?._id
  return clubs.flatMap(({ clubName, lines }) =>
    lines.filter(({ item_id }) => item_id === id).map((line) => ({ ...line, clubName })),
  )
}

/** The units given to each club of an item, or to one club. */
export async function givenOf(portal: Portal, item: string, club?: string) {
  const lines = await linesOf(portal, item)
  return lines
    .filter(({ clubName }) => club === undefined || clubName === club)
    .map(({ allotted_quantity }) => allotted_quantity)
}
