import { Elysia } from 'elysia'

/** Adds the route options `summary` and `description`: what the API's description says of a route. */
export const described = new Elysia({ name: 'described' }).macro({
  summary: (summary: string) => ({ detail: { summary } }),
  description: (description: string) => ({ detail: { description } }),
})
