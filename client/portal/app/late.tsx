import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { toast } from 'react-hot-toast/headless'
import type { AroundNavHandler } from 'wouter'
import { pageAt, type PagePath } from '#client/shared/pages.ts'
import { goTo } from '#client/shared/router.ts'
import { readItem, writeItem } from '#client/shared/storage.ts'

const TOAST = 'late'
const PAUSE_MS = 3_000
const RELOADED_AT = 'late:left-at'
const RELOADS_AGAIN_AFTER_MS = 60_000

/**
 * Whether only a new document helps; true at most once a minute, which the tab remembers. It helps if the server has a new version, whose parts
 * have other names, or if the server answers and the part failed twice, because Firefox and WebKit never ask again for a part that failed.
 */
async function needsNewDocument(isFirstTry: boolean): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const since = Date.now() - Number(readItem('sessionStorage', RELOADED_AT))
  if (!script || (since >= 0 && since < RELOADS_AGAIN_AFTER_MS)) return false
  const answer = await fetch(location.pathname)
  if (!answer.ok || (isFirstTry && (await answer.text()).includes(script))) return false
  return writeItem('sessionStorage', RELOADED_AT, String(Date.now()))
}

/**
 * Loads code that comes late. Without an answer it says so and tries again. Where only a new document helps, the tab loads `to` as a whole, or
 * else the present address.
 */
export async function loadPart<T>(load: () => Promise<T>, to?: string): Promise<T> {
  for (let isFirstTry = true; ; isFirstTry = false)
    try {
      const part = await load()
      toast.dismiss(TOAST)
      return part
    } catch {
      if (await needsNewDocument(isFirstTry).catch(() => false))
        if (to === undefined) location.reload()
        else location.assign(to)
      toast.error('This cannot be loaded now. It opens when the server answers.', {
        id: TOAST,
        duration: Infinity,
      })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
}

type Module<P> = { default: ComponentType<P> }

/** A component whose code loads when it is first shown. */
export const late = <P,>(load: () => Promise<Module<P>>) => lazy(() => loadPart(load))

const screens = new Map<PagePath, () => Promise<unknown>>()

/** A screen whose code loads when somebody goes there. */
export function lateScreen(path: PagePath, load: () => Promise<Module<object>>): ReactNode {
  const Screen = late(load)
  screens.set(path, load)
  return (
    <Suspense>
      <Screen />
    </Suspense>
  )
}

let wish = 0

/**
 * Follows a link. The present screen stays until the code of the next one is there, unless the person goes elsewhere meanwhile. With
 * `replace` a screen only writes its own state into the address, and nothing is loaded.
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
