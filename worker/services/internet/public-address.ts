/** What lies in IPv4 and is not the public internet (IANA's registry of special-purpose addresses), as base and bits. */
const SPECIAL_V4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
]
/** The only part of IPv6 that is given out for the public internet (RFC 4291), and what of it leads elsewhere. */
const GLOBAL_V6 = "2000::/3"
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]

/** Returns true for the address of a machine on the public internet, as a resolver writes it. */
export function isPublicAddress(text: string): boolean {
  const bytes = text.includes(":") ? bytesOfV6(text) : bytesOfV4(text)
  if (bytes === null) return false
  const isIn = (range: string) => isWithin(bytes, range)
  return bytes.length === 4 ? !SPECIAL_V4.some(isIn) : isIn(GLOBAL_V6) && !SPECIAL_V6.some(isIn)
}

function isWithin(bytes: readonly number[], range: string): boolean {
  const [base, bits] = range.split("/")
  const start = base.includes(":") ? bytesOfV6(base) : bytesOfV4(base)
  if (start === null) return false
  return start.every((byte, i) => {
    const shared = Math.min(8, Math.max(0, Number(bits) - 8 * i))
    const mask = 0xff & (0xff00 >> shared)
    return (byte & mask) === (bytes[i] & mask)
  })
}

/** Reads `93.184.216.34`; null for any other spelling. */
function bytesOfV4(text: string): number[] | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null
  const bytes = text.split(".").map(Number)
  return bytes.every((byte) => byte < 256) ? bytes : null
}

/** Reads `2606:2800:220::1946`, also with an IPv4 address at its end (RFC 4291, section 2.2). */
function bytesOfV6(text: string): number[] | null {
  const tail = text.slice(text.lastIndexOf(":") + 1)
  const v4 = tail.includes(".") ? bytesOfV4(tail) : []
  if (v4 === null) return null
  const words = v4.length === 0 ? text : `${text.slice(0, -tail.length)}${hexOf(v4, 0)}:${hexOf(v4, 2)}`
  const [head, rest, ...more] = words.split("::")
  if (more.length > 0) return null
  const groups = (part: string | undefined) => (part ? part.split(":") : [])
  const [left, right] = [groups(head), groups(rest)]
  const missing = 8 - left.length - right.length
  if (rest === undefined ? missing !== 0 : missing < 1) return null
  const all = [...left, ...Array.from({ length: missing }, () => "0"), ...right]
  if (!all.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null
  return all.flatMap((group) => {
    const word = Number.parseInt(group, 16)
    return [word >> 8, word & 0xff]
  })
}

function hexOf(bytes: readonly number[], at: number): string {
  return (bytes[at] * 256 + bytes[at + 1]).toString(16)
}
