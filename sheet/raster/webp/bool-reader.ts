/**
 * A reader of VP8's arithmetic code (RFC 6386, section 7): bits, each with the chance in 256 that it is 0.
 * `isOver` tells that more was read than there is.
 */
export class BoolReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number
  /** The bits read ahead, of which `#bits` are below the eight that are compared. */
  #value = 0
  #bits = -8
  #range = 254
  isOver = false

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes
    this.#at = from
    this.#end = end
    this.#load()
  }

  #load(): void {
    if (this.#at + 1 < this.#end) {
      this.#value = (this.#value << 16) | (this.#bytes[this.#at] << 8) | this.#bytes[this.#at + 1]
      this.#at += 2
      this.#bits += 16
      return
    }
    if (this.#at >= this.#end) this.isOver = true
    this.#value = (this.#value << 8) | (this.#at < this.#end ? this.#bytes[this.#at++] : 0)
    this.#bits += 8
  }

  bit(chance: number): number {
    if (this.#bits < 0) this.#load()
    const split = (this.#range * chance) >> 8
    let range: number
    let bit: number
    if (this.#value >> this.#bits > split) {
      range = this.#range - split
      this.#value -= (split + 1) << this.#bits
      bit = 1
    } else {
      range = split + 1
      bit = 0
    }
    const shift = Math.clz32(range) - 24
    this.#bits -= shift
    this.#range = (range << shift) - 1
    return bit
  }

  flag(): boolean {
    return this.bit(128) === 1
  }

  number(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++) value = (value << 1) | this.bit(128)
    return value
  }

  /** Returns a number with its sign behind it. */
  signed(bits: number): number {
    const value = this.number(bits)
    return this.flag() ? -value : value
  }

  /** Returns a number with its sign if a flag says that there is one, else 0. */
  optional(bits: number): number {
    return this.flag() ? this.signed(bits) : 0
  }
}
