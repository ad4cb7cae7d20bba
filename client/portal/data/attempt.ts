import { showFailure } from '#client/portal/ui/toast.ts'
import { ApiError } from './api.ts'

const toMessage = ({ message }: ApiError): string => message

/** Does what calls the server, and tells whether it succeeded; if not, a toast says why in the words that `toText` finds. */
export async function attempt(
  task: () => Promise<unknown>,
  toText: (error: ApiError) => string = toMessage,
): Promise<boolean> {
  try {
    await task()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showFailure(toText(error))
    return false
  }
}
