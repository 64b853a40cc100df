import { basename } from "node:path"
import type { Plugin } from "vitest/config"
import { plantedBugs } from "./planted-bugs.ts"

const QUERY = /\?bug=(\d+)$/

/** Serves `durable-objects/FILE.ts?bug=N` and its imports from there with planted bug N. */
export function plantBugs(): Plugin {
  return {
    name: "plant-bugs",
    enforce: "pre",
    async resolveId(source, importer) {
      const query = importer?.match(QUERY)?.[0]
      if (!query || !source.startsWith("./")) return null
      const resolved = await this.resolve(source, importer?.replace(QUERY, ""), { skipSelf: true })
      return resolved && `${resolved.id}${query}`
    },
    transform(code, id) {
      const bug = plantedBugs[Number(id.match(QUERY)?.[1])]
      if (!bug) return null
      let planted = code
      for (const { file, find, replace } of bug.edits) {
        if (file !== basename(id.replace(QUERY, ""))) continue
        const places = planted.split(find).length - 1
        if (places !== 1) throw new Error(`${bug.name}: its place stands ${places} times in ${file}`)
        planted = planted.replace(find, () => replace)
      }
      return { code: planted, map: null }
    },
  }
}
