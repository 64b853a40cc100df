import type { HandedOverFile, HandedOverSheet } from "../../data/delivery/handed-over-rows.ts"
import { fileNameOf } from "../../files/file-name.ts"

/** A file with its path, made of its saved name: no path comes twice. */
export type HandedOverPath = HandedOverFile & { path: string }

/** Returns the files of one print's sheets; those for another destination have a folder of its name. */
export function handedOverPaths(sheets: readonly HandedOverSheet[]): HandedOverPath[] {
  const once = createPaths()
  return sheets.flatMap(({ destination, files }) =>
    files.map((file) => ({
      ...file,
      path: once(destination === null ? "" : `${fileNameOf(destination, "Other files")}/`, file.name),
    })),
  )
}

/** Returns a function that makes paths none of which comes twice, in any case: `sheet-1 (2).png`. */
export function createPaths(): (folder: string, name: string) => string {
  const taken = new Set<string>()
  return (folder, name) => {
    const end = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ""
    const stem = name.slice(0, name.length - end.length)
    let path = `${folder}${name}`
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${folder}${stem} (${n})${end}`
    taken.add(path.toLowerCase())
    return path
  }
}
