/** The error for a refused font, in words for the person who uploaded it, beginning with "This font …". */
export class FontError extends Error {
  override name = "FontError"
}

export function damaged(what: string): FontError {
  return new FontError(`This font is damaged: ${what}. Download it again from where you got it.`)
}

/** The size of an unpacked font. Latin fonts take 0.05 to 1 MB; a job holds several copies while it draws. */
export const MAX_FONT_BYTES = 8 * 1024 * 1024

export function tooLarge(): FontError {
  return new FontError(`This font takes more than ${MAX_FONT_BYTES >> 20} MB. Upload one with fewer scripts.`)
}

export function notAFont(): FontError {
  return new FontError("This file is not a font. Upload a TTF, OTF, WOFF or WOFF2 file.")
}

export function collection(): FontError {
  return new FontError(
    "This file is a collection of several fonts. Save the one you need as a TTF or OTF file, and upload that.",
  )
}
