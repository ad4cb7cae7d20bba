import { expect } from 'bun:test'
import { PROBLEM_STATUS, type Problem, type ProblemCode } from '#src/contract/problem.ts'
import type { Answer } from './ask.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The one failure shape, whole: status and code fit, both texts are the same, and the id is that of the header. */
export function expectProblem(answer: Answer<unknown>, code: ProblemCode): Problem {
  const { status, headers } = answer
  const body = answer.body as Problem
  expect({ status, code: body?.code }).toEqual({ status: PROBLEM_STATUS[code], code })
  expect(headers.get('content-type')).toStartWith('application/json')
  expect(body.message).toBeString()
  expect(body.message.length).toBeGreaterThan(0)
  expect(body.error).toBe(body.message)
  expect(body.requestId).toMatch(UUID)
  expect(headers.get('x-request-id')).toBe(body.requestId)
  const known = ['message', 'error', 'code', 'requestId', 'errors', 'current']
  expect(Object.keys(body).filter((key) => !known.includes(key))).toEqual([])
  for (const entry of body.errors ?? [])
    expect(entry).toEqual({ path: expect.any(String), msg: expect.any(String) })
  return body
}
