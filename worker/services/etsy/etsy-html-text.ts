/** The entity names that marketplaces use in titles and buyers' texts; all others are numeric. */
const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  hellip: "…",
  deg: "°",
  times: "×",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  copy: "©",
  reg: "®",
  trade: "™",
  aacute: "á",
  agrave: "à",
  auml: "ä",
  aring: "å",
  aelig: "æ",
  ccedil: "ç",
  eacute: "é",
  egrave: "è",
  ecirc: "ê",
  euml: "ë",
  iacute: "í",
  iuml: "ï",
  ntilde: "ñ",
  oacute: "ó",
  ocirc: "ô",
  ouml: "ö",
  oslash: "ø",
  uacute: "ú",
  uuml: "ü",
  szlig: "ß",
}
const LAST_CODE_POINT = 0x10ffff

/** Decodes HTML entities once; text that is no entity stays unchanged. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return lookUp(name) ?? entity
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      const isCharacter = code > 0 && code <= LAST_CODE_POINT && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : entity
    },
  )
}

/** Looks up a name; only some have a capital form (`&Eacute;` of `&eacute;`), the others one spelling. */
function lookUp(name: string): string | undefined {
  const known = named[name.toLowerCase()]
  if (known === undefined || name === name.toLowerCase()) return known
  return /^\p{Ll}$/u.test(known) && known !== "ß" && /^[A-Z][a-z]+$/.test(name)
    ? known.toUpperCase()
    : undefined
}
