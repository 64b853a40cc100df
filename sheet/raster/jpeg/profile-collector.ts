import { PROFILE_MAX_BYTES } from "../limits.ts"

const SIGNATURE = "ICC_PROFILE\0"

/** A collector of an ICC profile's parts from APP2 segments, in any order (ICC.1:2010, B.4). */
export class ProfileCollector {
  /** True if the profile is incomplete, inconsistent or too large: the picture counts as untagged. */
  isBroken = false
  readonly #parts = new Map<number, Uint8Array>()
  #count = 0
  #bytes = 0

  take(payload: Uint8Array): void {
    if (payload.length < 14 || ![...SIGNATURE].every((c, i) => payload[i] === c.charCodeAt(0))) return
    const number = payload[12]
    const count = payload[13]
    this.#bytes += payload.length - 14
    this.isBroken ||= number === 0 || number > count || (this.#count !== 0 && this.#count !== count)
    this.isBroken ||= this.#parts.has(number) || this.#bytes > PROFILE_MAX_BYTES
    if (this.isBroken) this.#parts.clear()
    else this.#parts.set(number, payload.subarray(14))
    this.#count = count
  }

  /** Returns the whole profile. Null if there is none or a part is missing. */
  join(): Uint8Array | null {
    if (this.#count === 0) return null
    this.isBroken ||= this.#parts.size !== this.#count
    if (this.isBroken) return null
    const profile = new Uint8Array(this.#bytes)
    let at = 0
    for (let number = 1; number <= this.#count; number++) {
      const part = this.#parts.get(number) ?? new Uint8Array()
      profile.set(part, at)
      at += part.length
    }
    return profile
  }
}
