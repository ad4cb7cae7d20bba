import { isRecord } from '#client/shared/storage.ts'

export type Description = Record<string, unknown>

export async function readDescription(): Promise<Description | null> {
  try {
    const body: unknown = await (await fetch('/openapi.json')).json()
    return isRecord(body) ? body : null
  } catch {
    return null
  }
}

export const valueAt = (from: unknown, ...path: string[]): unknown =>
  path.reduce((value: unknown, key) => (isRecord(value) ? value[key] : undefined), from)

const listAt = (from: unknown, ...path: string[]): unknown[] => {
  const found = valueAt(from, ...path)
  return Array.isArray(found) ? found : []
}

/** How to recognise a frame of a schema: by its `type` and its required keys. */
export type FrameSchema = { name: string; type: string; required: readonly string[] }

export function frameSchemas(
  description: Description | null,
  name: 'LiveClientFrame' | 'LiveServerFrame',
): FrameSchema[] {
  const schemas = valueAt(description, 'components', 'schemas')
  return listAt(schemas, name, 'anyOf').map((part) => {
    const schema = String(valueAt(part, '$ref')).replace('#/components/schemas/', '')
    const type = String(listAt(schemas, schema, 'properties', 'type', 'enum')[0])
    return { name: schema, type, required: listAt(schemas, schema, 'required').map(String) }
  })
}

/** The name of the most specific schema that fits a frame, the one with the most required keys; `undefined` if none fits. */
export const schemaOf = (schemas: readonly FrameSchema[], frame: unknown): string | undefined =>
  schemas
    .filter(
      ({ type, required }) =>
        isRecord(frame) && frame.type === type && required.every((key) => key in frame),
    )
    .toSorted((a, b) => b.required.length - a.required.length)[0]?.name
