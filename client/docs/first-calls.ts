import { limits } from '#src/contract/limits.ts'
import { byId, element } from './element.ts'
import { LANGUAGES, type Language, writeCalls } from './samples.ts'
import { pageToken, setToken, signIn } from './token.ts'

const SAMPLE = { email: 'club@demo.example', password: 'the password that was printed' }

const STEPS = [
  [
    'Sign in',
    `The answer has a token, valid for ${limits.sessionSeconds / 60} minutes, and the id of the club.`,
  ],
  [
    'Read the list',
    'The token goes into the Authorization header. The list has every item that can be ordered.',
  ],
  [
    'Place an order',
    `One of the first item. The Idempotency-Key makes a retry safe for ${limits.idempotencyKeyHours} hours.`,
  ],
] as const

const email = byId('email', HTMLInputElement)
const password = byId('password', HTMLInputElement)
const copied = byId('copied', HTMLElement)

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

function copyButton(name: string, code: HTMLElement): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'button copy', 'aria-label': `Copy ${name}` },
    'Copy',
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', () => {
    const done = copy(code)
    button.textContent = done ? 'Copied' : 'Selected'
    copied.textContent = done
      ? `Copied: ${name}.`
      : `${name} is selected. Copy it with your keyboard.`
    clearTimeout(timer)
    timer = setTimeout(() => (button.textContent = 'Copy'), 2_000)
  })
  return button
}

function makePanel(language: Language) {
  const codes: HTMLElement[] = []
  const steps = STEPS.map(([title, text]) => {
    const code = element('code')
    codes.push(code)
    const name = `${title} in ${language}`
    return element(
      'li',
      {},
      element('div', { class: 'step' }, element('h3', {}, title), element('p', {}, text)),
      element(
        'div',
        { class: 'code' },
        element('pre', { tabindex: '0', role: 'region', 'aria-label': name }, code),
        copyButton(name, code),
      ),
    )
  })
  const id = language.toLowerCase()
  const panel = element(
    'div',
    { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: '0' },
    element('ol', { class: 'steps' }, ...steps),
  )
  const tab = element(
    'button',
    { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': panel.id },
    language,
  )
  return { language, tab, panel, codes }
}

const KEYS: Record<string, (index: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
}

function startTabs(panels: ReturnType<typeof makePanel>[]): void {
  const select = (index: number) => {
    for (const [at, { tab, panel }] of panels.entries()) {
      tab.setAttribute('aria-selected', String(at === index))
      tab.tabIndex = at === index ? 0 : -1
      panel.hidden = at !== index
    }
  }
  for (const [index, { tab }] of panels.entries()) {
    tab.addEventListener('click', () => select(index))
    tab.addEventListener('keydown', (event) => {
      const move = KEYS[event.key]
      if (!move) return
      event.preventDefault()
      const next = (move(index) + panels.length) % panels.length
      select(next)
      panels[next]?.tab.focus()
    })
  }
  select(0)
}

export function startFirstCalls(): void {
  const panels = LANGUAGES.map(makePanel)
  const tabs = document.querySelector('[role=tablist]')
  tabs?.append(...panels.map(({ tab }) => tab))
  tabs?.after(...panels.map(({ panel }) => panel))
  startTabs(panels)

  const write = () => {
    const values = {
      origin: location.origin,
      email: email.value.trim() || SAMPLE.email,
      password: password.value || SAMPLE.password,
    }
    for (const { language, codes } of panels)
      for (const [index, text] of writeCalls(language, values).entries())
        codes[index]?.replaceChildren(text)
  }
  email.placeholder = SAMPLE.email
  email.addEventListener('input', write)
  password.addEventListener('input', write)
  write()

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
