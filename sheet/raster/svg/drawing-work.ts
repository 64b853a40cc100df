import { SVG_MAX_DEPTH, SVG_MAX_WORK } from "./svg-limit.ts"
import { refusedSvg, uploadPng } from "./svg-refusal.ts"

/** One element as far as the cost of drawing it goes. */
export type WorkNode = {
  weight: number
  children: number[]
  /** Ids that it draws again: use, masks, patterns and the like. */
  references: string[]
}

/** Totals below and including an element, every reference followed. */
export type Work = { work: number; depth: number }

/**
 * Adds up what drawing node 0 takes. References multiply: ten levels of ten uses each are ten thousand million elements in
 * a file of two kilobytes, so this is settled before the renderer sees it. Circles are refused.
 */
export function measureWork(nodes: readonly WorkNode[], byId: ReadonlyMap<string, number>): Work {
  const known = new Map<number, Work | "open">()
  const visit = (index: number, level: number): Work => {
    const seen = known.get(index)
    if (seen === "open") throw tooComplex("refers to itself")
    if (seen !== undefined) return seen
    if (level > SVG_MAX_DEPTH) throw tooComplex("nests too deeply")
    known.set(index, "open")
    const node = nodes[index]
    const targets = node.references.map((id) => byId.get(id)).filter((target) => target !== undefined)
    const total = { work: node.weight, depth: 0 }
    for (const next of [...node.children, ...targets]) {
      const part = visit(next, level + 1)
      total.work += part.work
      total.depth = Math.max(total.depth, part.depth)
    }
    total.depth += 1
    // Where a shared part was met first at a shallow level, its depth still counts here.
    if (level + total.depth > SVG_MAX_DEPTH) throw tooComplex("nests too deeply")
    if (total.work > SVG_MAX_WORK) throw tooComplex("is too complex to draw")
    known.set(index, total)
    return total
  }
  return visit(0, 0)
}

function tooComplex(what: string): Error {
  return refusedSvg("too-large", what, uploadPng)
}
