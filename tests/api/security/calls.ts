import type { Portal } from '#tests/support/portal.ts'

export type Call = { method: string; path: string; isGuarded: boolean; hasBody: boolean }

type Operation = { security?: unknown[]; requestBody?: unknown }
type Spec = { paths: Record<string, Record<string, Operation>> }

/**
 * Returns every documented call, so that new calls are tested automatically. Path parameters get an unknown id, or their value
 * in `params`.
 */
export async function listCalls(
  portal: Portal,
  params: Record<string, string> = {},
): Promise<Call[]> {
  const { body } = await portal.request<Spec>('GET', '/openapi.json')
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security, requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? Bun.randomUUIDv7()),
      isGuarded: (security ?? []).length > 0,
      hasBody: requestBody !== undefined,
    })),
  )
}
