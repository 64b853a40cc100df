import type { HandedOverFile, HandedOverSheet } from "../../data/delivery/handed-over-rows.ts"
import { fileNameOf } from "../../files/file-name.ts"

/** Where a print's files go, by what they are saved as: no path twice. */
export type HandedOverPath = HandedOverFile & { path: string }

/** The files of one print's sheets; those for another destination have a folder of its name. */
export function handedOverPaths(sheets: readonly HandedOverSheet[]): HandedOverPath[] {
  const once = createPaths()
  return sheets.flatMap(({ destination, files }) =>
    files.map((file) => ({
      ...file,
      path: once(destination === null ? "" : `${fileNameOf(destination, "Other files")}/`, file.name),
    })),
  )
}

/** Paths of which none comes twice, whatever letters they are written in: `sheet-1 (2).png`. */
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
