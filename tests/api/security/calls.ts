import type { Portal } from '#tests/support/portal.ts'

export type Call = { method: string; path: string; isGuarded: boolean; hasBody: boolean }

type Operation = { security?: unknown[]; requestBody?: unknown }
type Spec = { paths: Record<string, Record<string, Operation>> }

/** Every call that is documented, with an id of nobody where its path is open: a new call is tested without being named. */
export async function listCalls(portal: Portal): Promise<Call[]> {
  const { body } = await portal.request<Spec>('GET', '/openapi.json')
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security, requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, Bun.randomUUIDv7()),
      isGuarded: (security ?? []).length > 0,
      hasBody: requestBody !== undefined,
    })),
  )
}
