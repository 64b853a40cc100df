/** A setting that still is a sample, and the value that belongs there; never its present text. */
export type SampleSetting = { name: string; expected: string }

/** Cloudflare's documented keys for tests (developers.cloudflare.com/turnstile/troubleshooting/testing). */
const TURNSTILE_TEST_KEY = /^[123]x0{16,}[A-F]{2}$/
/** Texts that the committed configurations and the local runtime put in place of an account's own. */
const PLACEHOLDER = /^(put-.*-here|stand-?in.*|(sheetsmith-)?local-.*|sample .*)$/i
/** The key with which the local runtime encrypts; 32 bytes, 1 to 32. */
const LOCAL_TOKEN_KEY = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
/** The accounts that banks' and standards' own documents print. */
const SAMPLE_IBANS = new Set([
  "DE89370400440532013000",
  "GB82WEST12345698765432",
  "GB29NWBK60161331926819",
  "GB33BUKB20201555555555",
  "FR1420041010050500013M02606",
  "FR7630006000011234567890189",
  "NL91ABNA0417164300",
  "AT611904300234573201",
  "CH9300762011623852957",
  "ES9121000418450200051332",
  "IT60X0542811101000000123456",
])
/** The names that nobody can have: RFC 2606 and RFC 6761. */
const RESERVED_HOST = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost|.+\.test)$/
/** The numbers that North America keeps for fiction: 555-0100 to 555-0199. */
const FICTIONAL_PHONE = /55501\d\d$/

/** The judges by settings' names; each returns the value that belongs there if the text is a sample. */
const judges: [RegExp, (text: string) => string | null][] = [
  [/^APP_ORIGIN$/, (text) => (isPublicOrigin(text) ? null : "the https address that people use")],
  [/_(URL|ORIGIN)$/, (text) => (isPublicUrl(text) ? null : "the vendor's https address")],
  [/^(MAIL_FROM|CONTACT_EMAIL)$/, (text) => (isPublicAddress(text) ? null : "an address of your own domain")],
  [/^CONTACT_PHONE$/, (text) => (FICTIONAL_PHONE.test(digitsOf(text)) ? "a number that you answer" : null)],
  [/^BANK_IBAN$/, (text) => (SAMPLE_IBANS.has(compact(text)) ? "your account's number" : null)],
  // The eighth character 0 marks codes for tests (ISO 9362).
  [/^BANK_BIC$/, (text) => (compact(text)[7] === "0" ? "your bank's code" : null)],
  [/^TURNSTILE_/, (text) => (isTurnstileTestKey(text) ? "the widget's own key" : null)],
  [/^TOKEN_KEYS$/, (text) => (text.includes(LOCAL_TOKEN_KEY) ? "a random key of your own" : null)],
  [/./, (text) => (PLACEHOLDER.test(text) ? "your own" : null)],
]

/**
 * Returns the settings and secrets, by name, that are samples, placeholders or local. Absent ones are
 * not judged: `settingNames` lists the required ones.
 */
export function sampleSettings(settings: Readonly<Record<string, unknown>>): SampleSetting[] {
  const samples: SampleSetting[] = []
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value !== "string") continue
    const expected = expectedInstead(name, value.trim())
    if (expected !== null) samples.push({ name, expected })
  }
  return samples
}

function expectedInstead(name: string, text: string): string | null {
  for (const [names, judge] of judges) {
    const expected = names.test(name) ? judge(text) : null
    if (expected !== null) return expected
  }
  return null
}

/** Returns true if people reach the app on this machine alone, where samples are fine. */
export function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url?.protocol === "http:" && LOCAL_HOST.test(url.hostname)
}

/** Returns true for one of Turnstile's documented keys for tests, a site's or a secret. */
export function isTurnstileTestKey(text: string): boolean {
  return TURNSTILE_TEST_KEY.test(text)
}

function isPublicOrigin(text: string): boolean {
  return isPublicUrl(text) && URL.parse(text)?.origin === text
}

function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === "https:" && isPublicHost(url.hostname)
}

function isPublicHost(host: string): boolean {
  return host.includes(".") && !RESERVED_HOST.test(host) && !LOCAL_HOST.test(host)
}

/** Returns true for a public `me@domain` or `Name <me@domain>`. */
function isPublicAddress(text: string): boolean {
  const host = text.match(/@([^@\s>]+)>?$/)?.[1]
  return host !== undefined && isPublicHost(host.toLowerCase())
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "")
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase()
}
