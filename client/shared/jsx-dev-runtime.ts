import type { ElementType, Key, ReactNode } from 'react'
import { Fragment, jsx, type JSX, jsxs } from './jsx-runtime.ts'

export { Fragment, type JSX }

/** Makes the elements of TSX in development and in tests. */
export const jsxDEV = (
  type: ElementType,
  props: { children: readonly ReactNode[] },
  key: Key | undefined,
  isStatic: boolean,
) => (isStatic ? jsxs : jsx)(type, props, key)
