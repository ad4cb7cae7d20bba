import { isRecord } from '#client/shared/storage.ts'

/** The OpenAPI description as the server sent it. */
export type Description = Record<string, unknown>

/** Reads the description of this server's API; `null` when it cannot be read. */
export async function readDescription(): Promise<Description | null> {
  try {
    const body: unknown = await (await fetch('/openapi.json')).json()
    return isRecord(body) ? body : null
  } catch {
    return null
  }
}

/** The value at a path of keys in nested records. */
export const valueAt = (from: unknown, ...path: string[]): unknown =>
  path.reduce((value: unknown, key) => (isRecord(value) ? value[key] : undefined), from)

const listAt = (from: unknown, ...path: string[]): unknown[] => {
  const found = valueAt(from, ...path)
  return Array.isArray(found) ? found : []
}

/** The names of the schemas in the union `name`, by the `type` of the frame that each describes. */
export function frameSchemas(
  description: Description | null,
  name: 'LiveClientFrame' | 'LiveServerFrame',
): Map<string, string> {
  const schemas = valueAt(description, 'components', 'schemas')
  const names = listAt(schemas, name, 'anyOf').map((part) =>
    String(valueAt(part, '$ref')).replace('#/components/schemas/', ''),
  )
  return new Map(
    names.map((schema) => [
      String(listAt(schemas, schema, 'properties', 'type', 'enum')[0]),
      schema,
    ]),
  )
}
