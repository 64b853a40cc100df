import { viewOf } from "./font-tables.ts"

/** A reader of numbers one after the other. Reading past the end throws a RangeError. */
export class ByteCursor {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
  }

  u8(): number {
    return this.#view.getUint8(this.at++)
  }

  u16(): number {
    this.at += 2
    return this.#view.getUint16(this.at - 2)
  }

  i16(): number {
    this.at += 2
    return this.#view.getInt16(this.at - 2)
  }

  u32(): number {
    this.at += 4
    return this.#view.getUint32(this.at - 4)
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.#bytes.length) throw new RangeError("past the end")
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }
}
