import { isLocalOrigin } from "../../sample-settings.ts"

/** Names that lead to nothing public: RFC 6761, 6762, 7686, 8375, 9476 and what routers use. */
const PRIVATE_ENDS = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "onion",
  "alt",
  "test",
  "example",
  "invalid",
]
/** The first port that may be called; below are mail, databases and the like, which might react. */
const FIRST_FREE_PORT = 1024
const NO_READERS = "The address has to begin with https://, so that nobody can read along."

/**
 * Returns why nothing is sent to a seller's address; null if something may be. Only names of the public
 * internet by https are allowed: no addresses of machines, however they are written, because `URL`
 * writes all of an IPv4's spellings alike. The Workers have no network of their own that a public name
 * could resolve into. A local runtime may also send to its own machine.
 */
export function addressProblem(text: string, appOrigin: string): string | null {
  return problemOf(text, appOrigin, {
    protocols: ["https:"],
    otherwise: NO_READERS,
    instead: " and enter them below",
  })
}

/** Returns why no event is sent to an address, for the same reasons; a signature stands in for name and password. */
export function endpointProblem(text: string, appOrigin: string): string | null {
  return problemOf(text, appOrigin, { protocols: ["https:"], otherwise: NO_READERS })
}

/** Returns why nothing is fetched from an address, for the same reasons; what anybody may read may come by http. */
export function fetchProblem(text: string, appOrigin: string): string | null {
  const otherwise = "The address has to begin with https:// or http://."
  return problemOf(text, appOrigin, { protocols: ["https:", "http:"], otherwise })
}

function problemOf(
  text: string,
  appOrigin: string,
  {
    protocols,
    otherwise,
    instead = "",
  }: { protocols: readonly string[]; otherwise: string; instead?: string },
): string | null {
  const url = URL.parse(text)
  if (!url) return "This is not a web address."
  const { protocol, hostname, port, username, password } = url
  if (username !== "" || password !== "") return `Leave name and password out of the address${instead}.`
  if (isLocalOrigin(appOrigin) && isLocalOrigin(url.origin)) return null
  if (!protocols.includes(protocol)) return otherwise
  const name = hostname.replace(/\.+$/, "")
  if (name.startsWith("[") || /^[\d.]+$/.test(name))
    return "Enter the server's name. Addresses made of numbers are not allowed."
  if (!name.includes(".") || PRIVATE_ENDS.some((end) => name === end || name.endsWith(`.${end}`)))
    return "This name is not on the public internet. Sheetsmith can only reach servers that are."
  if (name === new URL(appOrigin).hostname) return "This is Sheetsmith's own address."
  if (port !== "" && Number(port) < FIRST_FREE_PORT)
    return `Port ${port} is not allowed. Use the standard port, or one from ${FIRST_FREE_PORT} up.`
  return null
}
