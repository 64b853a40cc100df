/** The words that an image's file name, a SKU or a title has about the design. */

/** A measure, never a design: `3.5IN`, `10 x 12 in`, `4500x5400`, `300dpi`, `2XL`. */
const MEASURES =
  /\d+(?:[.,]\d+)?\s*[x×]\s*\d+(?:[.,]\d+)?(?:\s*(?:in(?:ch(?:es)?)?|cm|mm|px|["”″]))?|\d+(?:[.,]\d+)?\s*(?:in(?:ch(?:es)?)?|cm|mm|px|dpi|["”″])(?![a-z])|\dx+l(?![a-z])/gi
const EXTENSION = /\.(?:png|jpe?g|svg|psd|ai|eps|pdf|tiff?|webp|heic)$/i
/** A mark of the same design once more: `good-vibes (2)`, `good-vibes v3`, `good-vibes copy`. */
const VERSION = /\(\d+\)|(?<![a-z])v(?:er(?:sion)?)?[\s._-]*\d+(?!\w)|(?<![a-z])copy(?![a-z])/gi

/** The words about the file or the garment, which say nothing about the design. */
const NOISE = new Set(
  `final print printready ready png svg jpg jpeg dtf dtg transparent bg nobg hires highres hq file design artwork art
  image img sku xs s m l xl xxl xxxl xxxxl small medium large adult youth toddler kid kids infant baby onesie newborn
  women womens woman men mens man unisex ladies tee tees shirt shirts tshirt tshirts sweatshirt sweatshirts hoodie
  hoodies crewneck tank apparel clothing garment gift gifts size
  blk wht nvy gry`.split(/\s+/),
)

/** The words that join others. */
const JOINING = new Set("a an and the of for with in on to at by or from your my".split(" "))

/**
 * Returns the words of a name in order, lower case, without measures, versions and words about files
 * and garments; all of its words if none remain. Numbers are words of their own, without leading zeros.
 */
export function designWords(name: string): string[] {
  const bare = name.trim().replace(EXTENSION, "")
  const words = wordsOf(bare.replace(MEASURES, " ").replace(VERSION, " ")).filter((word) => !NOISE.has(word))
  return words.length > 0 ? words : wordsOf(bare)
}

/** Returns true for words such as `and`, which weighs less than `wild`: it says hardly anything. */
export function isJoining(word: string): boolean {
  return JOINING.has(word)
}

/** Splits `LunaMoth_07` into luna, moth, 7. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKD")
      .replace(/\p{M}|['’]/gu, "")
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/\p{L}+|\d+/gu)
      ?.map((word) => word.replace(/^0+(?=\d)/, "")) ?? []
  )
}
