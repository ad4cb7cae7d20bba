import { describe, expect, it } from 'bun:test'
import { createSocketQuotas } from '#src/realtime/socket-quotas.ts'

describe('the socket quotas', () => {
  const networks = ['192.0.2.1', '192.0.2.2']

  it('reserve a tenth of the descriptors for clubs, and a tenth for administrators', () => {
    const quotas = createSocketQuotas(1_000)
    for (const network of networks)
      while (quotas.accepts.visitors(network)) quotas.visitors.add(network, 1)
    expect(quotas.visitors.of('192.0.2.1')).toBe(550)
    expect(quotas.visitors.all()).toBe(700)
    while (quotas.accepts.clubs('192.0.2.2')) quotas.clubs.add('192.0.2.2', 1)
    expect(quotas.clubs.all()).toBe(100)
    expect(quotas.max.all).toBe(900)
    quotas.visitors.add('192.0.2.1', -1)
    expect(quotas.accepts.visitors('192.0.2.2')).toBe(true)
  })

  it('report too many pending sockets of one network, of all networks, or while all places are taken', () => {
    const quotas = createSocketQuotas(1_000)
    for (let n = 0; n < 250; n++) quotas.pending.add('192.0.2.1', 1)
    expect(quotas.pendingExcess('192.0.2.1', 900)).toBeNull()
    expect(quotas.pendingExcess('192.0.2.1', 901)).toBe('all')
    quotas.pending.add('192.0.2.1', 1)
    expect(quotas.pendingExcess('192.0.2.1', 251)).toBe('network')
    expect(quotas.pendingExcess('192.0.2.2', 251)).toBeNull()
    for (let n = 0; n < 150; n++) quotas.pending.add('192.0.2.2', 1)
    expect(quotas.pendingExcess('192.0.2.2', 401)).toBe('all')
  })

  it('accept ten thousand visitors from one address with 20,000 descriptors', () => {
    const quotas = createSocketQuotas(20_000)
    for (let n = 0; n < 10_000; n++) quotas.visitors.add('192.0.2.1', 1)
    expect(quotas.accepts.visitors('192.0.2.1')).toBe(true)
  })
})
