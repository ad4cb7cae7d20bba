/** The API's documentation: Swagger UI, from this server alone. */
import { isRecord } from '#client/shared/storage.ts'

type Answer = { url: string; status: number; body: unknown }
type SwaggerUi = { preauthorizeApiKey: (scheme: string, value: string) => void }
declare function SwaggerUIBundle(options: {
  url: string
  dom_id: string
  deepLinking: boolean
  /** `null`: the document is not sent to a validator elsewhere. */
  validatorUrl: null
  responseInterceptor: (answer: Answer) => Answer
}): SwaggerUi

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#root',
  deepLinking: true,
  validatorUrl: null,
  responseInterceptor: takeToken,
})

/** A sign-in made on this page authorizes the calls that follow. */
function takeToken(answer: Answer): Answer {
  if (
    answer.status === 200 &&
    new URL(answer.url).pathname === '/users/login' &&
    isRecord(answer.body)
  )
    ui.preauthorizeApiKey('bearer', String(answer.body.token))
  return answer
}
