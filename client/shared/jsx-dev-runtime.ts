import type { ElementType, Key, ReactNode } from 'react'
import { Fragment, jsxDEV as jsxOfReact, type JSX } from 'react/jsx-dev-runtime'
import { holdTexts } from './jsx-runtime.ts'

export { Fragment, type JSX }

/** Makes the elements of TSX in development and in tests. */
export function jsxDEV(
  type: ElementType,
  props: { children?: ReactNode },
  key: Key | undefined,
  isStatic: boolean,
) {
  const children =
    isStatic && Array.isArray(props.children) ? holdTexts(type, props.children) : props.children
  const given = isStatic ? { ...props, children } : props
  return jsxOfReact(type, given, key, isStatic && Array.isArray(children))
}
