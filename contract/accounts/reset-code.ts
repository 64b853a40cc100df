import { z } from "zod"

/** Crockford's base32 without I, L, O, U: no two characters look alike, and no code is a word. */
export const resetCodeSigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
/** One of two groups of five characters, `7K3QX-9M2TD`. 50 bits outlast guessing at any server's rate. */
export const RESET_CODE_GROUP = 5

/** The longest typed code: ten characters and any separators that a mail program or a person adds. */
const MAX_TYPED_LENGTH = 60
const words = "Enter the code from the e-mail: ten letters and digits, like 7K3QX-9M2TD"
const group = `[${resetCodeSigns}]{${RESET_CODE_GROUP}}`

/** A typed code in its mailed form, without case, spaces and dashes; O reads as 0, I and L as 1. */
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
