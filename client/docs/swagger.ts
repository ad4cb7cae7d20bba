import { element } from './element.ts'
import { mendAccessibility } from './mend-accessibility.ts'
import { pageToken, readSignedIn, setToken } from './token.ts'

/** The part of `/openapi.json` that this page reads itself. */
export type Description = { info: { version: string } }
type Answer = { url: string; status: number; body: unknown }
type Authorize = (schemes: Record<string, { value?: unknown }>) => unknown
type Logout = (schemes: string[]) => unknown
type System = {
  React: {
    createElement: (kind: unknown, properties?: object | null, ...children: unknown[]) => unknown
  }
  getComponent: (name: string, connected?: boolean) => unknown
}
type SwaggerUi = {
  preauthorizeApiKey: (scheme: string, value: string) => void
  authActions: { logout: Logout }
}
declare function SwaggerUIBundle(options: object): SwaggerUi

/** Loads the library. It must not animate the links of the page: the focus would follow too late. */
async function loadSwagger(): Promise<void> {
  Object.assign(window, { noZensmooth: true })
  const script = element('script', { src: '/docs/swagger-ui-bundle.js' })
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
  })
  document.head.append(script)
  await loaded
}

const SCHEME = 'bearer'

/** A sign-in made in Swagger UI gives the page its token. */
function takeToken(answer: Answer): Answer {
  if (answer.status === 200 && new URL(answer.url).pathname === '/users/login')
    setToken(readSignedIn(answer.body))
  return answer
}

/**
 * Hears of the Authorize dialog, and replaces two components: the layout, because Swagger's own brings a second `<main>`, and
 * the links of names, because they stand inside buttons.
 */
const plugin = ({ React: { createElement }, getComponent }: System) => ({
  components: {
    PageLayout: () =>
      createElement(
        'div',
        { className: 'swagger-ui' },
        ...['AuthorizeBtnContainer', 'operations', 'Models'].map((name) =>
          createElement(getComponent(name, true)),
        ),
      ),
    DeepLink: ({ text }: { text: string }) => createElement('span', null, text),
  },
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize: Authorize) => (schemes: Parameters<Authorize>[0]) => {
          const value = schemes[SCHEME]?.value
          if (typeof value === 'string' && value) setToken({ value, owner: null })
          return authorize(schemes)
        },
        logout: (logout: Logout) => (schemes: string[]) => {
          if (schemes.includes(SCHEME)) setToken(null)
          return logout(schemes)
        },
      },
    },
  },
})

export async function startSwagger(domNode: HTMLElement, description: Description): Promise<void> {
  await loadSwagger()
  const ui = SwaggerUIBundle({
    spec: description,
    domNode,
    layout: 'PageLayout',
    deepLinking: true,
    // The document is not sent to a validator elsewhere.
    validatorUrl: null,
    responseInterceptor: takeToken,
    plugins: [plugin],
  })
  const authorize = () => {
    const token = pageToken.getState()
    if (token) ui.preauthorizeApiKey(SCHEME, token.value)
    return token !== null
  }
  authorize()
  pageToken.subscribe(() => {
    if (!authorize()) ui.authActions.logout([SCHEME])
  })
  mendAccessibility(domNode)
}
