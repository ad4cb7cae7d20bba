/** The parts of a browser tab that the client's base libraries touch, so that they run without one. */
export type Tab = {
  storage: Record<'localStorage' | 'sessionStorage', Map<string, string>>
  /** Where the tab was sent, in order. */
  visits: string[]
  reloads: number
  /** A new document at this address: what listened to the one before is gone, its timers are the test's own. */
  load(path: string): void
  /** Another tab of the same browser changes the storage they share. */
  elsewhere(change: (store: Map<string, string>) => void, key: string): void
  dispatch(type: string): void
  /** Makes reading and writing throw, as a browser that forbids storage does. */
  forbidStorage(forbidden: boolean): void
  close(): void
}

const NAMES = ['window', 'document', 'location', 'localStorage', 'sessionStorage'] as const

export function openTab(path = '/inventory', origin = 'http://localhost'): Tab {
  const before = NAMES.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  const storage: Tab['storage'] = { localStorage: new Map(), sessionStorage: new Map() }
  let forbidden = false
  const toStorage = (entries: Map<string, string>) => {
    const allowed = () => {
      if (forbidden) throw new DOMException('The operation is insecure.', 'SecurityError')
      return entries
    }
    return {
      getItem: (key: string) => allowed().get(key) ?? null,
      setItem: (key: string, value: string) => void allowed().set(key, value),
      removeItem: (key: string) => void allowed().delete(key),
    }
  }
  const tab = { storage, visits: [] as string[], reloads: 0 }
  const location = {
    origin,
    pathname: path,
    search: '',
    replace: (to: string) => void tab.visits.push(to),
    assign: (to: string) => void tab.visits.push(to),
    reload: () => void tab.reloads++,
  }
  const parts = {
    window: new EventTarget(),
    document: new EventTarget(),
    location,
    localStorage: toStorage(storage.localStorage),
    sessionStorage: toStorage(storage.sessionStorage),
  }
  const put = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  for (const name of NAMES) put(name, parts[name])

  return Object.assign(tab, {
    load(to: string) {
      const [pathname = '', search] = to.split('?')
      Object.assign(location, { pathname, search: search ? `?${search}` : '' })
      put('window', new EventTarget())
      put('document', new EventTarget())
      tab.visits.length = 0
      tab.reloads = 0
    },
    elsewhere(change: (store: Map<string, string>) => void, key: string) {
      change(storage.localStorage)
      globalThis.window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
    dispatch: (type: string) => void globalThis.window.dispatchEvent(new Event(type)),
    forbidStorage: (value: boolean) => void (forbidden = value),
    close() {
      for (const [index, name] of NAMES.entries()) {
        const descriptor = before[index]
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
    },
  })
}
