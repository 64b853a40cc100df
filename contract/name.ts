import { z } from "zod"
import { MAX_NAME_LENGTH, MIN_NAME_LENGTH } from "./limit.ts"

/**
 * What nobody sees: control and format characters (direction, zero width, tags), line separators, private ones, lone
 * surrogates, and letters that are drawn as nothing. Variation selectors only choose a shape and are let through.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u

/** What mail programs make a link of: an @, a scheme, `www.`, four numbers, or a dot right before two letters. */
const ADDRESS = /@|:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu

/** Dots that browsers read as the dot of an address, where NFKC does not make it one. */
const OTHER_DOTS = /\u3002/gu

/** True for what stands in a mail or a list as nothing but a name: nothing hidden in it, nothing to click. */
export function isPlainName(text: string): boolean {
  return !UNSEEN.test(text) && !isLikeAddress(text)
}

/** A text that only labels something, without what would hide, break or reorder it; joiners shape letters and stay. */
export function labelText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/gu, "")
}

/** What a person is called, and their company: other people read it, so it is no place for links or hidden characters. */
export function personName(label: string) {
  return plainText(label)
    .min(1, `${label} is required`)
    .min(MIN_NAME_LENGTH, `${label} must be at least ${MIN_NAME_LENGTH} characters`)
    .max(MAX_NAME_LENGTH, `${label} must be at most ${MAX_NAME_LENGTH} characters`)
}

/** May be empty. */
export const companySchema = plainText("Company")
  .max(MAX_NAME_LENGTH, `Company must be at most ${MAX_NAME_LENGTH} characters`)
  .refine(
    (text) => text === "" || text.length >= MIN_NAME_LENGTH,
    `Company must be at least ${MIN_NAME_LENGTH} characters`,
  )

/**
 * Letters of one alphabet alone, so that no name can be written like another in letters of a second one. No `@`: sign-in
 * tells a user name from an e-mail address by it.
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

/** The user name nearest to a text, for an account that is made without one. */
export function usernameFrom(text: string): string {
  const plain = text
    .replace(/[^a-z\d._-]+/gi, "-")
    .replace(/([._-])[._-]+/g, "$1")
    .slice(0, MAX_NAME_LENGTH / 2)
    .replace(/^[._-]+|[._-]+$/g, "")
  if (plain.length >= MIN_NAME_LENGTH) return plain
  return plain === "" ? "user" : `user-${plain}`
}

/** The name of a thing of one's own. */
export const labelSchema = z
  .string({ error: "Name is required" })
  .overwrite(labelText)
  .trim()
  .min(1, "Name is required")
  .max(MAX_NAME_LENGTH, `Name must be at most ${MAX_NAME_LENGTH} characters`)

function plainText(label: string) {
  return z
    .string({ error: `${label} is required` })
    .trim()
    .refine(
      (text) => !UNSEEN.test(text),
      `${label} must not contain invisible characters. Please type it again.`,
    )
    .refine(
      (text) => !isLikeAddress(text),
      `${label} must not contain a web or mail address. Leave a space after a dot.`,
    )
}

function isLikeAddress(text: string): boolean {
  return ADDRESS.test(text.normalize("NFKC").replace(OTHER_DOTS, "."))
}
