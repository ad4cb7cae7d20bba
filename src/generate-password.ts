import { randomBytes } from 'node:crypto'

/** 96 random bits in 16 characters, for an account that somebody is going to be told of. */
export const generatePassword = (): string => randomBytes(12).toString('base64url')
