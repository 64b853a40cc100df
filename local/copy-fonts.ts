import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import {
  type LibraryFont,
  libraryFontPath,
  libraryFonts,
  libraryLicencePath,
} from "../contract/artwork/library-fonts.ts"

const OFL_BEGINS = "This Font Software is licensed under the SIL Open Font License"

/**
 * Copies the library's fonts and their licences from their packages into `folders`, below `fonts/`,
 * where both Workers serve and read them. Existing files are kept: a name changes with its bytes.
 * Throws if a package brings other bytes than contract/artwork/library-fonts.ts names.
 */
export function copyFonts(root: string, folders: readonly string[]): void {
  const packages = join(root, "node_modules", "@expo-google-fonts")
  for (const folder of folders) mkdirSync(join(folder, "fonts"), { recursive: true })
  for (const font of libraryFonts) {
    const source = join(packages, font.file)
    const targets = folders
      .map((folder) => join(folder, libraryFontPath(font)))
      .filter((to) => !existsSync(to))
    if (targets.length > 0) refuseOtherBytes(source, font)
    for (const to of targets) copyFileSync(source, to)
    for (const folder of folders) {
      const to = join(folder, libraryLicencePath(font))
      if (!existsSync(to)) writeFileSync(to, licenceOf(packages, font))
    }
  }
}

function refuseOtherBytes(source: string, { checksum }: LibraryFont): void {
  const actual = createHash("sha256").update(readFileSync(source)).digest("hex")
  if (actual === checksum) return
  throw new Error(
    `${basename(source)} has the checksum ${actual}; contract/artwork/library-fonts.ts names ${checksum}`,
  )
}

/** Returns the package's text of the font's licence, or the licence's own for the one package without. */
function licenceOf(packages: string, { file, family }: LibraryFont): string {
  const [name] = file.split("/")
  const own = join(packages, name, "LICENSE_FONT")
  if (existsSync(own)) return readFileSync(own, "utf8")
  const other = readFileSync(join(packages, "lobster", "LICENSE_FONT"), "utf8")
  return `Copyright The ${family} Project Authors\n\n${other.slice(other.indexOf(OFL_BEGINS))}`
}
