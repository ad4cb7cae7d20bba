import { isRecord } from '#client/shared/storage.ts'

/** The navigation state that `/orders` passes to `/orderwiseitem`. */
export type ClubOrder = { user_id: string; cart_id: string; clubName: string; email: string }

/** Reads a navigation state; `null` when it names no order of a club. */
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
