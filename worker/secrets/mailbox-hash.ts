import type { Settings } from "../env.ts"
import { hashSecret } from "./mailed-secret.ts"

/** The rules by which a provider reads the part before the @, beyond those common to all. */
type Provider = {
  /** The domain that its other domains map to; people have the same name at all of them. */
  domain: string
  /** The characters that the provider ignores. */
  ignored?: RegExp
  /** The mark that begins a tag, besides `+`. */
  tag?: string
  /** True if `tag@name.domain` reaches `name@domain`. */
  hasSubdomains?: true
}

/** Dots do not count (support.google.com/mail/answer/10313); its two domains are one. */
const gmail: Provider = { domain: "gmail.com", ignored: /\./g }
/**
 * A name belongs to one person at all domains (proton.me/support/addresses-and-aliases); dots,
 * dashes and underscores do not count.
 */
const proton: Provider = { domain: "proton.me", ignored: /[._-]/g }
/** One mailbox under all three domains: support.apple.com/118230. */
const icloud: Provider = { domain: "icloud.com" }
/** A dash marks disposable addresses, `nickname-keyword`: patents.justia.com/patent/20060041621 */
const yahoo: Provider = { domain: "yahoo.com", tag: "-" }
/** Subdomain addressing: fastmail.help/hc/en-us/articles/360060591053. */
const fastmail: Provider = { domain: "fastmail.com", hasSubdomains: true }
const fastmailFm: Provider = { domain: "fastmail.fm", hasSubdomains: true }
/** A login has the same name at all domains: yandex.com/support/id/authorization/email.html */
const yandex: Provider = { domain: "yandex.com" }

const providers: Record<string, Provider> = {
  "gmail.com": gmail,
  "googlemail.com": gmail,
  "proton.me": proton,
  "protonmail.com": proton,
  "protonmail.ch": proton,
  "pm.me": proton,
  "icloud.com": icloud,
  "me.com": icloud,
  "mac.com": icloud,
  "yahoo.com": yahoo,
  "ymail.com": { ...yahoo, domain: "ymail.com" },
  "fastmail.com": fastmail,
  "fastmail.fm": fastmailFm,
  "yandex.com": yandex,
  "yandex.ru": yandex,
  "yandex.by": yandex,
  "yandex.kz": yandex,
  "ya.ru": yandex,
}

/**
 * Returns the mailbox that an address (in `accountKey` form) reaches: without its tag, by its
 * provider's rules. `+tag` counts as a tag everywhere (RFC 5233), which holds at nearly every provider.
 * Elsewhere two people would share a trial, nothing else.
 */
export function mailboxOf(emailKey: string): string {
  const at = emailKey.lastIndexOf("@")
  const host = emailKey.slice(at + 1)
  const parent = host.slice(host.indexOf(".") + 1)
  const isBelow = providers[parent]?.hasSubdomains === true
  const provider = providers[isBelow ? parent : host]
  const local = isBelow ? host.slice(0, -parent.length - 1) : emailKey.slice(0, at)
  const name = withoutTag(withoutTag(local, "+"), provider?.tag)
  return `${plain(name, provider?.ignored)}@${provider?.domain ?? host}`
}

/**
 * Returns the stored form of a mailbox: a hash under our key. A copy of the database does not show the
 * owner, not even to somebody who tries addresses.
 */
export function mailboxHash(settings: Settings, emailKey: string): Promise<string> {
  return hashSecret(settings.MAILBOX_KEY ?? settings.SESSION_KEY, "mailbox", mailboxOf(emailKey))
}

/** Removes the tag; a name that is only a tag stays as it is. */
function withoutTag(name: string, mark: string | undefined): string {
  const end = mark === undefined ? -1 : name.indexOf(mark)
  return end > 0 ? name.slice(0, end) : name
}

function plain(name: string, ignored: RegExp | undefined): string {
  const rest = ignored === undefined ? name : name.replace(ignored, "")
  return rest === "" ? name : rest
}
