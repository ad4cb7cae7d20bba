/** A mail, ready to be sent. */
export type Letter = { to: string; subject: string; text: string; html: string }

/** What became of a letter: handed over, refused for good (550, 553), or not handed over now. */
export type Delivery = 'sent' | 'refused' | 'failed'

/** Hands letters to the mail server. Never rejects; answers within 10 s. */
export interface Mailer {
  send(letter: Letter): Promise<Delivery>
  /** How the last sending went; no probe. */
  status(): 'ok' | 'down'
  close(): Promise<void>
}
