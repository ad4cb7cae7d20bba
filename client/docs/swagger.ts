import { mendAccessibility } from './mend-accessibility.ts'

type Answer = { url: string; status: number; body: unknown }
type System = {
  React: {
    createElement: (kind: unknown, properties?: object | null, ...children: unknown[]) => unknown
  }
  getComponent: (name: string, connected?: boolean) => unknown
}
type SwaggerUi = {
  preauthorizeApiKey: (scheme: string, value: string) => void
  authSelectors: { authorized: () => { getIn: (path: string[]) => string | undefined } }
}
declare function SwaggerUIBundle(options: object): SwaggerUi

const SCHEME = 'bearer'

/**
 * Replaces two components: the layout, because Swagger's own brings a second `<main>`, and the links of names, because they stand
 * inside buttons.
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
})

/** Shows every call. A sign-in that is tried there authorizes the others; the answer is a function that reads the token, kept in memory only. */
export async function startSwagger(domNode: HTMLElement): Promise<() => string | undefined> {
  const spec: unknown = await (await fetch('/openapi.json')).json()
  const ui = SwaggerUIBundle({
    spec,
    domNode,
    layout: 'PageLayout',
    deepLinking: true,
    // The document is not sent to a validator elsewhere.
    validatorUrl: null,
    responseInterceptor(answer: Answer): Answer {
      const { url, status, body } = answer
      if (status === 200 && new URL(url).pathname === '/users/login')
        ui.preauthorizeApiKey(SCHEME, (body as { token: string }).token)
      return answer
    },
    plugins: [plugin],
  })
  mendAccessibility(domNode)
  return () => ui.authSelectors.authorized().getIn([SCHEME, 'value'])
}
