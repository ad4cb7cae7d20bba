import { describe, expect, it } from 'bun:test'
import { clientOf, readClient } from '#src/http/client-address.ts'

const from = (address: string) => ({ requestIP: () => ({ address }) })
const forwarded = (value: string) =>
  new Request('http://localhost/', { headers: { 'x-forwarded-for': value } })

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:40001', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:ffff::1]:40001', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ])('%s counts as the network %s', (text, network) => {
    expect(readClient(text)?.network).toBe(network)
  })

  it.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.7.1',
    '192.0.2.7:port',
    '2001:db8::1::2',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '[::1',
    '::1]',
  ])('%s is none', (text) => {
    expect(readClient(text)).toBeNull()
  })

  it('is refused when it is longer than any valid address', () => {
    expect(readClient('1.'.repeat(500_000))).toBeNull()
  })
})

describe('the client of a request', () => {
  it('is the peer of the socket without a trusted proxy, whatever the headers say', () => {
    expect(clientOf(forwarded('203.0.113.9'), from('::ffff:127.0.0.1'), 0)).toEqual({
      address: '127.0.0.1',
      network: '127.0.0.1',
    })
  })
  it('is the address that the outermost trusted proxy saw', () => {
    const seen = '203.0.113.9, 2001:db8::7, 192.0.2.1'
    expect(clientOf(forwarded(seen), from('127.0.0.1'), 2).network).toBe('2001:db8:0:0::/64')
  })
  it('is refused when a trusted proxy sends no address', () => {
    const ask = () => clientOf(forwarded('203.0.113.9, unknown'), from('127.0.0.1'), 1)
    expect(ask).toThrow('X-Forwarded-For names no address.')
  })
})
