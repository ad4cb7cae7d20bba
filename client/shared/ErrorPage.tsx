import { EmptyStage } from './EmptyStage.tsx'
import { errorLines } from './shell-hoardings.ts'

/** `message` is a status with its text ("500 Internal Server Error"), or the message of the error. */
export function ErrorPage({ message }: { message: string }) {
  return (
    <EmptyStage lines={errorLines} stage="bare">
      {message}
    </EmptyStage>
  )
}
