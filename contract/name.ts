import { z } from "zod"
import { MAX_NAME_LENGTH, MIN_NAME_LENGTH } from "./limit.ts"

/**
 * The invisible characters: control and format (direction, zero width, tags), line separators, private
 * use, lone surrogates, blank letters. Variation selectors choose a shape: allowed.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u

/** Text that mail programs turn into a link: @, a scheme, `www.`, an IPv4, a dot before two letters. */
const ADDRESS = /@|:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu

/** An address that leads somewhere as it stands. A domain alone may be the name of a company. */
const LINK = /@|:\/\/|www\.|\d\.\d+\.\d+\.\d|\.\p{L}{2,}[/:?#]/iu

/** The dots that browsers treat as an address's dot but NFKC does not. */
const OTHER_DOTS = /\u3002/gu

/** Returns true for a text that reads as a plain name: no hidden characters and no link. */
export function isPlainName(text: string): boolean {
  return !UNSEEN.test(text) && !isLikeAddress(text)
}

/** Returns a label without characters that hide, break or reorder text. Joiners shape letters: kept. */
export function labelText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/gu, "")
}

/** Returns the schema of a person's or company's name. Others read it, so links are refused. */
export function personName(label: string) {
  return plainText(label)
    .min(1, `${label} is required`)
    .min(MIN_NAME_LENGTH, `${label} must be at least ${MIN_NAME_LENGTH} characters`)
    .max(MAX_NAME_LENGTH, `${label} must be at most ${MAX_NAME_LENGTH} characters`)
    .describe("What reads as a web or mail address is refused.")
}

/** A company's name, perhaps empty. No mail to others has it, so `Print.com` is allowed; a link is not. */
export const companySchema = seenText("Company")
  .refine((text) => !LINK.test(foldedDots(text)), "Company must not contain a web or mail address.")
  .max(MAX_NAME_LENGTH, `Company must be at most ${MAX_NAME_LENGTH} characters`)
  .refine(
    (text) => text === "" || text.length >= MIN_NAME_LENGTH,
    `Company must be at least ${MIN_NAME_LENGTH} characters`,
  )
  .describe("A web or mail address is refused.")
  .meta({ anyOf: [{ maxLength: 0 }, { minLength: MIN_NAME_LENGTH }] })

/**
 * A user name in letters of one alphabet only, so that no name looks like another one in a second
 * alphabet. No `@`: sign-in uses it to tell a user name from an e-mail address.
 */
export const usernameSchema = z
  .string({ error: "Username is required" })
  .trim()
  .min(1, "Username is required")
  .min(MIN_NAME_LENGTH, `Username must be at least ${MIN_NAME_LENGTH} characters`)
  .max(MAX_NAME_LENGTH, `Username must be at most ${MAX_NAME_LENGTH} characters`)
  .regex(/^[^\s@]+$/, "Username must not contain spaces or @")
  .regex(
    /^[a-z\d]+(?:[._-][a-z\d]+)*$/i,
    "Username takes the letters A to Z and digits, with single dots, dashes or underscores between them",
  )

/** Returns the nearest valid user name to a text, for an account created without one. */
export function usernameFrom(text: string): string {
  const plain = text
    .replace(/[^a-z\d._-]+/gi, "-")
    .replace(/([._-])[._-]+/g, "$1")
    .slice(0, MAX_NAME_LENGTH / 2)
    .replace(/^[._-]+|[._-]+$/g, "")
  if (plain.length >= MIN_NAME_LENGTH) return plain
  return plain === "" ? "user" : `user-${plain}`
}

/** The name of an owner's own category, size, template or the like. */
export const labelSchema = z
  .string({ error: "Name is required" })
  .overwrite(labelText)
  .trim()
  .min(1, "Name is required")
  .max(MAX_NAME_LENGTH, `Name must be at most ${MAX_NAME_LENGTH} characters`)

function plainText(label: string) {
  return seenText(label).refine(
    (text) => !isLikeAddress(text),
    `${label} must not contain a web or mail address. Leave a space after a dot.`,
  )
}

function seenText(label: string) {
  return z
    .string({ error: `${label} is required` })
    .trim()
    .refine(
      (text) => !UNSEEN.test(text),
      `${label} must not contain invisible characters. Please type it again.`,
    )
}

function isLikeAddress(text: string): boolean {
  return ADDRESS.test(foldedDots(text))
}

function foldedDots(text: string): string {
  return text.normalize("NFKC").replace(OTHER_DOTS, ".")
}
