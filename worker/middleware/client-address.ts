import type { OpenContext } from "../app-env.ts"

/**
 * Returns the caller for rate limits by address: an IPv4 address, or an IPv6 /64 network, because one
 * customer controls all of it. Cloudflare sets the header and overwrites a caller's.
 */
export function clientAddress(c: OpenContext): string {
  const address = c.req.header("cf-connecting-ip") ?? "unknown"
  return address.includes(":") ? network64(address) : address
}

/** Returns the caller's full address, for vendors that ask for it. */
export function fullClientAddress(c: OpenContext): string {
  return c.req.header("cf-connecting-ip") ?? ""
}

function network64(address: string): string {
  const [head, tail] = address.toLowerCase().split("::")
  const groups = head === "" ? [] : head.split(":")
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length)
  const filled = [
    ...groups,
    ...Array.from({ length: Math.max(0, missing) }, () => "0"),
    ...(tail?.split(":") ?? []),
  ]
  return `${filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
