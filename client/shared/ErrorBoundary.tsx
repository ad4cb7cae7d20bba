import { Component, type ReactNode } from 'react'
import { ArrowLink } from './ArrowLink.tsx'
import { EmptyStage } from './EmptyStage.tsx'
import { errorLines } from './shell-hoardings.ts'
import links from './ArrowLink.module.css'

type State = { message: string | null }

/** Shows the error page in place of a screen that threw. A class, because React offers no other way. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { message: null }

  static getDerivedStateFromError(error: unknown): State {
    return { message: (error instanceof Error && error.message) || 'The page could not be shown.' }
  }

  override render() {
    if (this.state.message === null) return this.props.children
    const ways = (
      <>
        <button type="button" className={links.ArrowLink} onClick={() => location.reload()}>
          Reload
        </button>
        <ArrowLink href="/">Go to the home page</ArrowLink>
      </>
    )
    return (
      <EmptyStage lines={errorLines} ways={ways}>
        {this.state.message}
      </EmptyStage>
    )
  }
}
