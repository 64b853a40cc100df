import { SVG_MAX_DEPTH, SVG_MAX_WORK } from "./svg-limit.ts"
import { refusedSvg, tooComplex, uploadPng } from "./svg-refusal.ts"

/** One element's data for the cost of drawing it. */
type WorkNode = {
  weight: number
  children: readonly number[]
  /** The ids that it draws again: use, masks, patterns and the like. */
  references: readonly string[]
}

/** Totals of an element and everything below, with every reference followed. */
export type Work = { work: number; depth: number }

/**
 * Adds up the work of drawing node 0. References multiply: ten levels of ten uses each are ten
 * thousand million elements in a file of two kilobytes. So this is settled before the renderer sees
 * the file. Throws on circular references.
 */
export function measureWork(nodes: readonly WorkNode[], byId: ReadonlyMap<string, number>): Work {
  const works = new Float64Array(nodes.length)
  /** The depths, 0 while unknown. */
  const depths = new Int8Array(nodes.length)
  const visit = (index: number, level: number): void => {
    if (depths[index] === OPEN) throw refused("refers to itself")
    if (depths[index] === 0) {
      if (level > SVG_MAX_DEPTH) throw refused("nests too deeply")
      depths[index] = OPEN
      works[index] = nodes[index].weight
      let depth = 0
      const add = (next: number) => {
        visit(next, level + 1)
        works[index] += works[next]
        depth = Math.max(depth, depths[next])
      }
      for (const child of nodes[index].children) add(child)
      for (const id of nodes[index].references) {
        const target = byId.get(id)
        if (target !== undefined) add(target)
      }
      depths[index] = depth + 1
    }
    // A shared part may have been counted first at a shallow level. Its depth still counts here.
    if (level + depths[index] > SVG_MAX_DEPTH) throw refused("nests too deeply")
    if (works[index] > SVG_MAX_WORK) throw tooComplex()
  }
  visit(0, 0)
  return { work: works[0], depth: depths[0] }
}

/** The mark of an element while it is being added up. */
const OPEN = -1

function refused(what: string): Error {
  return refusedSvg("too-large", what, uploadPng)
}
