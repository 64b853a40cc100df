import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"

/**
 * `ss_live_` or `ss_test_`, 30 random characters (178 bits), then their CRC-32 in six: the form of GitHub's tokens,
 * whose beginning secret scanners look for and whose end tells them a real one without asking anybody
 * (github.blog/engineering/behind-githubs-new-authentication-token-formats).
 */
const FORM = /^ss_(?:live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const SHOWN_END = 4
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

export function makeAccessToken(isTest: boolean): string {
  const random = randomDigits()
  return `${prefixOf(isTest)}${random}${checksumOf(random)}`
}

/** Returns false for what is no token, mistyped or cut off: no database need be asked. */
export function isAccessToken(text: string): boolean {
  const [, random, checksum] = text.match(FORM) ?? []
  return random !== undefined && checksumOf(random) === checksum
}

/** Returns what is stored of a token. It has too many bits to be guessed, so the hash needs neither key nor salt. */
export function hashAccessToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

/** Returns what a token is recognised by: `ss_live_…7Qx2`. */
export function hintOf(token: string, isTest: boolean): string {
  return `${prefixOf(isTest)}…${token.slice(-SHOWN_END)}`
}

function prefixOf(isTest: boolean): string {
  return isTest ? "ss_test_" : "ss_live_"
}

/** Returns random digits, all equally likely: bytes past the last whole multiple are left out. */
function randomDigits(): string {
  const most = 256 - (256 % digits.length)
  let text = ""
  while (text.length < RANDOM_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)))
      if (byte < most && text.length < RANDOM_LENGTH) text += digits[byte % digits.length]
  return text
}

function checksumOf(random: string): string {
  let text = ""
  for (let rest = crc32(random); text.length < CHECKSUM_LENGTH; rest = Math.floor(rest / digits.length))
    text = digits[rest % digits.length] + text
  return text
}
