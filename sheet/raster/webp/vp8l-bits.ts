import { damagedWebp } from "./webp-refusal.ts"

/** A reader of bits, the lowest first. */
export class BitReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number
  #bits = 0
  #count = 0

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes
    this.#at = from
    this.#end = end
  }

  /** Returns the next 24 bits without taking them; zeros stand behind the end. */
  peek(): number {
    while (this.#count <= 24) {
      if (this.#at < this.#end) this.#bits |= this.#bytes[this.#at] << this.#count
      this.#at++
      this.#count += 8
    }
    return this.#bits
  }

  /** Takes up to 24 of the bits that were looked at. Throws once they are more than there are. */
  drop(count: number): void {
    this.#bits >>>= count
    this.#count -= count
    if (this.#at > this.#end && (this.#at - this.#end) * 8 > this.#count)
      throw damagedWebp("it ends too early")
  }

  read(count: number): number {
    const value = this.peek() & ((1 << count) - 1)
    this.drop(count)
    return value
  }
}
