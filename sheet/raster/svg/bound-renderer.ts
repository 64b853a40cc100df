import { type SvgHost, WorkUsedUpError } from "../host.ts"
import { tooComplex } from "./svg-refusal.ts"

/** The bounds of one opening of a drawing, in the renderer's units of work; see svg-limit.ts. */
export type SvgEffort = {
  /** The work of understanding the text, in one call. */
  simplifyWork: number
  /**
   * The work of drawing a sixteenth beforehand, so that far too much is refused soon; null for no such
   * try.
   */
  tryWork: number | null
  /** The pixels of a strip, and of one of a drawing with layers. */
  stripPixels: number
  layeredPixels: number
  /** The work of drawing one strip. Nobody else has a turn in the isolate meanwhile. */
  callWork: number
  /** The work of all of these together, over all strips in all passes over the drawing. */
  totalWork: number
  /** The work of filters, as estimated beforehand. */
  filterWork: number
}

/** The work of taking a pixel out of the renderer and measuring or fitting it. */
const PIXEL_WORK = 65

/** The work of writing a character of a strip's text and handing it to the renderer. */
const CHARACTER_WORK = 200

/** A renderer with a bound on its work. Drawings beyond it are refused as too complex. */
export class BoundRenderer {
  readonly #host: SvgHost
  readonly #effort: SvgEffort
  #remaining: number

  constructor(host: SvgHost, effort: SvgEffort) {
    this.#host = host
    this.#effort = effort
    this.#remaining = effort.totalWork
  }

  simplify(svg: string, fonts: readonly Uint8Array[]): string {
    const { text, work } = bound(() => this.#host.simplify(svg, this.#most(this.#effort.simplifyWork), fonts))
    this.spend(work)
    return text
  }

  render(svg: string, widthPx: number): { widthPx: number; heightPx: number; rgba: Uint8Array } {
    const drawn = bound(() => this.#host.render(svg, widthPx, this.#most(this.#effort.callWork)))
    this.spend(drawn.work + PIXEL_WORK * drawn.widthPx * drawn.heightPx + CHARACTER_WORK * svg.length)
    return drawn
  }

  /** Counts work for the drawing outside the renderer. */
  spend(work: number): void {
    this.#remaining -= work
    if (this.#remaining < 0) throw tooComplex()
  }

  /** Runs a part of the work under a separate bound. The work counts towards the total too. */
  within(maxWork: number, draw: () => void): void {
    const kept = Math.max(0, this.#remaining - maxWork)
    this.#remaining -= kept
    try {
      draw()
    } finally {
      this.#remaining += kept
    }
  }

  #most(work: number): number {
    return Math.floor(Math.min(work, this.#remaining))
  }
}

function bound<Result>(call: () => Result): Result {
  try {
    return call()
  } catch (error) {
    throw error instanceof WorkUsedUpError ? tooComplex() : error
  }
}
