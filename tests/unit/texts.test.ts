/** What TSX makes of texts: no text stands beside an element, where a translator would take it away from React. */
import { expect, test } from 'bun:test'
import { createElement, type ElementType, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Fragment, jsxDEV } from '#client/shared/jsx-dev-runtime.ts'

const make = (type: ElementType, children: ReactNode[]) =>
  jsxDEV(type, { children }, undefined, true)
const b = createElement('b', null, 'b')
const ROWS: [children: ReactNode[], html: string][] = [
  [['a ', 1, ' c'], '<p>a 1 c</p>'],
  [['a', false, null, undefined, ' c'], '<p>a c</p>'],
  [[false, null], '<p></p>'],
  [[b, 'a'], '<p><b>b</b><plain-text>a</plain-text></p>'],
  [
    ['a', 0, b, ' ', b, 'c', 2],
    '<p><plain-text>a0</plain-text><b>b</b> <b>b</b><plain-text>c2</plain-text></p>',
  ],
  [[false, 'a'], '<p>a</p>'],
  [
    [make(Fragment, ['a', b]), 'c'],
    '<p><plain-text>a</plain-text><b>b</b><plain-text>c</plain-text></p>',
  ],
]

for (const [children, html] of ROWS)
  test(`texts become ${html}`, () => {
    expect(renderToStaticMarkup(make('p', children))).toBe(html)
  })

test('a text of an SVG is drawn beside a tspan', () => {
  const day = make('text', [createElement('tspan', null, 'Sun '), 29])
  expect(renderToStaticMarkup(day)).toBe('<text><tspan>Sun </tspan>29</text>')
})

test('an element keeps its place when a text beside it comes and goes', () => {
  const placeOf = (children: ReactNode[]) => {
    const { props } = make('p', children) as { props: { children: ReactNode[] } }
    return props.children.indexOf(b)
  }
  expect(placeOf(['a', 'b', b])).toBe(2)
  expect(placeOf([false, 'b', b])).toBe(2)
})
