import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#client/portal/data/api.ts'
import { queryClient } from '#client/portal/data/query-client.ts'

/** The remarks and reasons used most of late; read when a field first asks for them. */
const remarks = queryOptions({
  queryKey: ['remarks'],
  queryFn: () => call(api.cart.remarks.get(), ['']),
  staleTime: Infinity,
})

/** Lets the next focus read the remarks again, because a save may have added one. */
export const forgetRemarks = (): void =>
  void queryClient.invalidateQueries({ queryKey: remarks.queryKey, refetchType: 'none' })

const ID = 'remarks'

/** Makes an input offer the remarks and reasons used most of late, from its first focus on. A field works without them. */
export const suggestsRemarks = { list: ID, onFocus: () => void queryClient.prefetchQuery(remarks) }

/** What `suggestsRemarks` offers; one on each screen of an administrator. */
export function Remarks() {
  const { data = [] } = useQuery({ ...remarks, enabled: false })
  return (
    <datalist id={ID}>
      {data.map((text) => (
        <option key={text}>{text}</option>
      ))}
    </datalist>
  )
}
