import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { toast } from 'react-hot-toast/headless'
import type { AroundNavHandler } from 'wouter'
import { pageAt, type PagePath } from '#client/shared/pages.ts'
import { goTo } from '#client/shared/router.ts'
import { readItem, writeItem } from '#client/shared/storage.ts'

const MESSAGE = 'late'
const PAUSE_MS = 3_000
/** The versions of this document that the tab has left. */
const LEFT = 'late:left'

/** Whether the server has another version of this document, whose parts have other names. Each version is left once at most. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const left = readItem('sessionStorage', LEFT) ?? ''
  if (!script || left.includes(script)) return false
  const answer = await fetch(location.pathname)
  if (!answer.ok || (await answer.text()).includes(script)) return false
  return writeItem('sessionStorage', LEFT, left + script)
}

/**
 * Loads code that comes late. Without an answer it says so and tries again; after a new version of the portal the tab loads `to` as a
 * whole, or else the present address.
 */
export async function loadPart<T>(load: () => Promise<T>, to?: string): Promise<T> {
  for (;;)
    try {
      const part = await load()
      toast.dismiss(MESSAGE)
      return part
    } catch {
      if (await isReplaced().catch(() => false))
        if (to === undefined) location.reload()
        else location.assign(to)
      toast.error('This cannot be loaded now. It opens when the server answers.', {
        id: MESSAGE,
        duration: Infinity,
      })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
}

type Module<P> = { default: ComponentType<P> }

/** Loads code, and waits for the style sheets that came with it; one that fails leaves the page. */
async function loadStyled<T>(load: () => Promise<T>): Promise<T> {
  const part = await load()
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const arriving = Array.from(sheets).filter(({ sheet }) => !sheet)
  await Promise.all(
    arriving.map(
      (link) =>
        new Promise((done) => {
          for (const event of ['load', 'error']) link.addEventListener(event, done)
        }),
    ),
  )
  return part
}

/** A component whose code loads when it is first shown. */
export const late = <P,>(load: () => Promise<Module<P>>) =>
  lazy(() => loadPart(() => loadStyled(load)))

const screens = new Map<PagePath, () => Promise<unknown>>()

/** A screen whose code loads when somebody goes there. */
export function lateScreen(path: PagePath, load: () => Promise<Module<object>>): ReactNode {
  const Screen = late(load)
  screens.set(path, () => loadStyled(load))
  return (
    <Suspense>
      <Screen />
    </Suspense>
  )
}

let wish = 0

/**
 * Follows a link. The present screen stays until the code of the next one is there, unless the person goes elsewhere meanwhile. A screen
 * that writes its own state into the address goes nowhere.
 */
export const followLink: AroundNavHandler = async (_navigate, to, options) => {
  if (options?.replace) return goTo(to, options)
  const mine = ++wish
  const page = pageAt(new URL(to, location.href).pathname)
  const load = page && screens.get(page.path)
  const here = location.pathname
  if (load) await loadPart(load, to)
  if (mine === wish && location.pathname === here) goTo(to, options)
}
