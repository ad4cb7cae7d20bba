import { create } from 'zustand'
import { useSession } from '#client/shared/session.ts'
import { isRecord, readJson, removeItem, writeItem } from '#client/shared/storage.ts'
import { type Cart, EMPTY_CART, toCart } from './cart.ts'

const accountId = () => useSession.getState()?.user.id ?? null
const storageKey = (account: string) => `cart:${account}`

function readCart(): Cart {
  const account = accountId()
  return account ? toCart(readJson('localStorage', storageKey(account), isRecord)) : EMPTY_CART
}

/** The cart of whoever is signed in, kept on this device until it is ordered or cleared; all tabs show the same. */
export const useCart = create<Cart>()(() => readCart())

/** Set when the browser keeps nothing: the cart then lives as long as the page. */
let inMemory = false

/** Changes the cart as it stands in all tabs, not as this one last saw it. */
export function changeCart(change: (cart: Cart) => Cart): void {
  const account = accountId()
  if (!account) return
  const cart = change(inMemory ? useCart.getState() : readCart())
  if (cart.lines.length === 0 && cart.pending === null)
    removeItem('localStorage', storageKey(account))
  else inMemory = !writeItem('localStorage', storageKey(account), JSON.stringify(cart))
  useCart.setState(cart, true)
}

useSession.subscribe((now, before) => {
  if (now?.user.id === before?.user.id) return
  inMemory = false
  useCart.setState(readCart(), true)
})
window.addEventListener('storage', ({ key }) => {
  if ((key === null || key.startsWith('cart:')) && !inMemory) useCart.setState(readCart(), true)
})
