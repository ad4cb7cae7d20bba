import { create } from 'zustand'
import { useSession } from '#client/shared/session.ts'
import { isRecord, readJson, removeItem, writeItem } from '#client/shared/storage.ts'
import { currentEdition } from '#client/portal/ordering/ordering.ts'
import { type Cart, EMPTY_CART, inEdition, toCart } from './cart.ts'

const personId = () => useSession.getState()?.user.id ?? null
const storageKey = (account: string) => `cart:${account}`

function readCart(): Cart {
  const account = personId()
  return account ? toCart(readJson('localStorage', storageKey(account), isRecord)) : EMPTY_CART
}

/** The cart of the signed-in account. This device keeps it until it is ordered or cleared, and all tabs share it. */
export const useCart = create<Cart>()(() => readCart())

/** True when the browser refuses storage: the cart then lasts as long as the page. */
let inMemory = false

/** Changes the stored cart, which another tab may have changed since this one read it. */
export function changeCart(change: (cart: Cart) => Cart): void {
  const account = personId()
  if (!account) return
  const cart = inEdition(change(inMemory ? useCart.getState() : readCart()), currentEdition())
  if (cart === EMPTY_CART) removeItem('localStorage', storageKey(account))
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
