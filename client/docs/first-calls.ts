import { byId } from './element.ts'
import { LANGUAGES, type Language, writeCalls } from './samples.ts'
import { pageToken, setToken, signIn } from './token.ts'

const SAMPLE = { email: 'club@demo.example', password: 'the password that was printed' }

const email = byId('email', HTMLInputElement)
const password = byId('password', HTMLInputElement)
const copied = byId('copied', HTMLElement)
const panel = byId('samples', HTMLElement)
const tabs = LANGUAGES.map((language) => byId(`tab-${language}`, HTMLButtonElement))
let shown: Language = LANGUAGES[0]

/**
 * Copies by a selection: `navigator.clipboard` needs HTTPS and a permission that the server's policy withholds. The text stays
 * selected when the browser refuses, so that the reader can copy it by keyboard.
 */
function copy(code: HTMLElement): boolean {
  getSelection()?.selectAllChildren(code)
  const done = document.execCommand('copy')
  if (done) getSelection()?.removeAllRanges()
  return done
}

/** One of the three calls on the page. Returns what shows its code in the chosen language. */
function openStep(step: Element): (text: string) => void {
  const [title, code, button] = ['h3', 'pre', 'button'].map((tag) => step.querySelector(tag))
  if (!title || !(code instanceof HTMLElement) || !button)
    throw new Error('docs.html has a step without title, code or button.')
  const name = () => `${title.textContent} in ${shown}`
  let timer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', () => {
    const done = copy(code)
    button.textContent = done ? 'Copied' : 'Selected'
    copied.textContent = done
      ? `Copied: ${name()}.`
      : `${name()} is selected. Copy it with your keyboard.`
    clearTimeout(timer)
    timer = setTimeout(() => (button.textContent = 'Copy'), 2_000)
  })
  return (text) => {
    code.textContent = text
    code.ariaLabel = name()
    button.ariaLabel = `Copy ${name()}`
  }
}

const KEYS: Record<string, (index: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
}

export function startFirstCalls(): void {
  const steps = [...panel.querySelectorAll('li')].map(openStep)
  const write = () => {
    const values = {
      origin: location.origin,
      email: email.value.trim() || SAMPLE.email,
      password: password.value || SAMPLE.password,
    }
    for (const [index, text] of writeCalls(shown, values).entries()) steps[index]?.(text)
  }
  const select = (index: number) => {
    shown = LANGUAGES[index] ?? shown
    for (const [at, tab] of tabs.entries()) {
      tab.ariaSelected = String(at === index)
      tab.tabIndex = at === index ? 0 : -1
    }
    panel.setAttribute('aria-labelledby', `tab-${shown}`)
    write()
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(index))
    tab.addEventListener('keydown', (event) => {
      const move = KEYS[event.key]
      if (!move) return
      event.preventDefault()
      const next = (move(index) + tabs.length) % tabs.length
      select(next)
      tabs[next]?.focus()
    })
  }
  select(0)
  email.placeholder = SAMPLE.email
  email.addEventListener('input', write)
  password.addEventListener('input', write)

  const form = byId('sign-in', HTMLFormElement)
  const status = byId('signed-in', HTMLElement)
  const forget = byId('forget', HTMLButtonElement)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    status.textContent = 'Signing in …'
    const problem = await signIn(email.value.trim(), password.value)
    if (problem) status.textContent = problem
    else showToken()
  })
  forget.addEventListener('click', () => {
    setToken(null)
    email.focus()
  })
  const showToken = () => {
    const token = pageToken.getState()
    status.textContent = token
      ? `This page uses the token of ${token.owner ?? 'the Authorize dialog'}.`
      : 'The token is forgotten.'
    forget.hidden = token === null
  }
  pageToken.subscribe(showToken)
}
