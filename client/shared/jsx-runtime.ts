import { createElement, type ElementType, type Key, type ReactNode } from 'react'
import { Fragment, jsx, type JSX, jsxs as jsxsOfReact } from 'react/jsx-runtime'

export { Fragment, jsx, type JSX }

const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number'
const isNothing = (child: ReactNode) => (child ?? false) === false

/** A text in an element of its own, for a component that is no more than a text. */
export const plainText = (text: ReactNode) => createElement('plain-text', null, text)

/**
 * Texts side by side become one, in the place of the first; beside elements it gets an element, of a name that no style sheet knows. A
 * translator replaces a node of text by an element of its own, and React would write into a node that is gone, or throw when it removes
 * it. The only text of an element is safe: React sets it as a whole. In the `text` of an SVG no other element would be drawn.
 */
export function holdTexts(type: ElementType, children: readonly ReactNode[]): ReactNode {
  const held = [...children]
  let first = -1
  for (const [at, child] of held.entries())
    if (isText(child)) {
      if (first < 0) first = at
      else [held[first], held[at]] = [`${held[first]}${child}`, null]
    } else if (!isNothing(child)) first = -1
  const shown = held.filter((child) => !isNothing(child))
  if (shown.length === 1 && isText(shown[0])) return shown[0]
  return held.map((child) =>
    type !== 'text' && isText(child) && `${child}`.trim() ? plainText(child) : child,
  )
}

/** Makes each element of TSX that has several children. */
export function jsxs(type: ElementType, props: { children: readonly ReactNode[] }, key?: Key) {
  const children = holdTexts(type, props.children)
  // The development build of React asks for keys in an array, but not in that of `jsxs`, which takes nothing else.
  return (Array.isArray(children) ? jsxsOfReact : jsx)(type, { ...props, children }, key)
}
