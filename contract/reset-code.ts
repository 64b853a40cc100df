import { z } from "zod"

/** Crockford's base32: without I, L, O and U, so that no two signs look alike and no code is a word. */
export const resetCodeSigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
/** Two groups of five signs, `7K3QX-9M2TD`: 50 bits, which nobody guesses at any rate that a server answers. */
export const RESET_CODE_GROUP = 5

/** How long a code is good for. */
export const RESET_CODE_MINUTES = 15
/** How often one is mailed to an account: the newest then always has ten minutes left, and three are good at most. */
export const RESET_MAIL_MINUTES = 5

/** Ten signs with whatever a mail program or a hand puts between them. */
const MAX_TYPED_LENGTH = 60
const words = "Enter the code from the e-mail: ten letters and digits, like 7K3QX-9M2TD"
const group = `[${resetCodeSigns}]{${RESET_CODE_GROUP}}`

/** A code as it was typed, whatever the case, spaces and dashes; O counts as 0, I and L as 1. Comes out as it was mailed. */
export const resetCodeSchema = z
  .string({ error: words })
  .max(MAX_TYPED_LENGTH, words)
  .transform(asMailed)
  .pipe(z.string().regex(new RegExp(`^${group}-${group}$`), words))

function asMailed(typed: string): string {
  const signs = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1")
  return `${signs.slice(0, RESET_CODE_GROUP)}-${signs.slice(RESET_CODE_GROUP)}`
}
