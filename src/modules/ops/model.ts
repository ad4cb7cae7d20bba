import { t } from 'elysia'
import { OneOf } from '#src/http/fields.ts'

const State = OneOf(['ok', 'down'])

export const Alive = t.Object({ status: t.Literal('ok') })

export const Serving = t.Object({ status: State })

export const Readiness = t.Object({ status: State, store: State, bus: State, mail: State })
