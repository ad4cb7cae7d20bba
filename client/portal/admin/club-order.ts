import { isRecord } from '#client/shared/storage.ts'

/** What `/orders` hands to `/orderwiseitem` as navigation state. */
export type ClubOrder = { user_id: string; cart_id: string; clubName: string; email: string }

/** The state of a navigation, if it names a club's order. */
export const toClubOrder = (state: unknown): ClubOrder | null =>
  isRecord(state) &&
  typeof state.user_id === 'string' &&
  typeof state.cart_id === 'string' &&
  typeof state.clubName === 'string' &&
  typeof state.email === 'string'
    ? {
        user_id: state.user_id,
        cart_id: state.cart_id,
        clubName: state.clubName,
        email: state.email,
      }
    : null
