import { describe, expect, test } from 'bun:test'
import { readConfig } from '#src/config.ts'
import { readClient } from '#src/http/client-address.ts'
import { countedNetworks, isWithin } from '#src/http/networks.ts'

const { sharedNetworks } = readConfig(
  { SHARED_NETWORKS: '192.0.2.7, 198.51.100.0/22,2001:DB8:1::/48 ,2001:db8:2:3::9' },
  () => '',
)
const networkOf = (address: string) => readClient(address)?.network ?? ''

describe('SHARED_NETWORKS', () => {
  test.each([
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['198.51.100.1', true],
    ['198.51.103.255', true],
    ['198.51.104.0', false],
    ['2001:db8:1:ffff::1', true],
    ['2001:db8:2::1', false],
    ['2001:db8:2:3:ffff::1', true],
    ['2001:db8:2:4::9', false],
    ['unknown', false],
  ])('%s: %p', (address, isShared) => {
    expect(isWithin(networkOf(address), sharedNetworks)).toBe(isShared)
  })

  test('are none by default', () => {
    expect(readConfig({}, () => '').sharedNetworks.rules).toEqual([])
  })
})

describe('a client counts', () => {
  test.each([
    ['192.0.2.7', [['192.0.2.7', 5]]],
    [
      '2001:db8:1::1',
      [
        ['2001:db8:1:0::/64', 5],
        ['2001:db8:1:0::/56', 5],
        ['2001:db8:1::/48', 15],
      ],
    ],
  ] as [string, [string, number][]][])('%s for %j', (address, expected) => {
    const counted = countedNetworks(networkOf(address), sharedNetworks)
    expect(counted.map(({ network, times }) => [network, times])).toEqual(expected)
  })
})
