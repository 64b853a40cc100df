import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { readTables } from "../../../sheet/font/font-tables.ts"
import { readLetters } from "../../../sheet/font/letters.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import type { FindFonts } from "../../../sheet/raster/svg/text-faces.ts"
import { problemWords } from "../../../sheet/text/text-layer.ts"

/**
 * Finds fonts as `find` does, and refuses a value with a letter that the font of its text lacks: the
 * renderer would take the letter from another font, or leave it out.
 */
export function refusingLacking(
  find: FindFonts,
  fields: readonly ArtworkField[],
  values: ArtworkValues,
): FindFonts {
  return async (faces, embedded) => {
    const fonts = await find(faces, embedded)
    const lacking = new Set<string>()
    for (const font of fonts.fonts) {
      const hasLetter = readLetters(readTables(font.bytes))
      for (const index of font.faces)
        for (const letter of faces[index].characters)
          if (letter.trim() !== "" && !hasLetter(letter.codePointAt(0) ?? 0)) lacking.add(letter)
    }
    for (const { name, label } of fields) {
      const letters = [...new Set(values[name] ?? "")].filter((letter) => lacking.has(letter))
      const problem = { kind: "missing-letter", letters } as const
      if (letters.length > 0) throw new ArtworkError("unsupported", `${label} ${problemWords(problem)}`)
    }
    return fonts
  }
}
