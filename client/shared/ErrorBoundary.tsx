import { Component, type ReactNode } from 'react'
import { EmptyStage } from './EmptyStage.tsx'
import { errorLines } from './shell-hoardings.ts'

type State = { message: string | null }

/** Shows the error page in place of a screen that threw. A class, because React offers no other way. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { message: null }

  static getDerivedStateFromError(error: unknown): State {
    return { message: (error instanceof Error && error.message) || 'The page could not be shown.' }
  }

  override render() {
    return this.state.message === null ? (
      this.props.children
    ) : (
      <EmptyStage lines={errorLines} stage="bare">
        {this.state.message}
      </EmptyStage>
    )
  }
}
