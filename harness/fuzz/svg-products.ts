/**
 * Drawings in which two counts multiply: each kind repeats two things, so that the file grows as
 * their sum and the work as their product. Text of about `sizeBytes`; how the bytes are shared
 * between the two comes from `random`.
 */
export type SvgProduct = {
  name: string
  make: (random: Random, sizeBytes: number) => string
  /** True if it only looks like a product, or the renderer stops early: a megabyte of it is accepted. */
  isHarmless: boolean
}

type Random = () => number
type Make = (share: (unit: string | number) => number, random: Random, sizeBytes: number) => string

const OPEN =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1024" height="1024">'

/** A picture of one pixel. */
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** A visible shape: a drawing without ink is refused. */
const END = '<path d="M9 9h9v9z"/></svg>'

const HARMLESS = new Set([
  "rules × elements",
  "inherit × depth",
  "gradients × gradients",
  "long names × references",
  "switches × languages",
  "web page content",
  "comments and sections",
  "attributes",
  "transformations",
  "lists where one number belongs",
  "points",
])

const FULL = '<path d="M0 0h1024v1024H0z"'

/**
 * Returns a kind of drawing; `make` writes between the root's tags. `share(unit)` returns how often a
 * text, or one of so many bytes, fits into the next part of the file: the first takes a random part,
 * the second the rest.
 */
function product(name: string, make: Make): SvgProduct {
  return {
    name,
    isHarmless: HARMLESS.has(name),
    make(random, sizeBytes) {
      const first = 0.15 + 0.7 * random()
      const parts = [first, 1 - first]
      let next = 0
      const share = (unit: string | number) => {
        const bytes = typeof unit === "string" ? unit.length : unit
        return Math.max(1, Math.floor((sizeBytes * (parts[next++] ?? 0)) / bytes))
      }
      return `${OPEN}${make(share, random, sizeBytes)}${END}`
    },
  }
}

/** Returns a kind like `product` with all bytes in one part: its work is a square, or grows with pixels. */
function single(name: string, make: Make): SvgProduct {
  return {
    name,
    isHarmless: HARMLESS.has(name),
    make: (random, sizeBytes) =>
      `${OPEN}${make((unit) => Math.max(1, Math.floor(sizeBytes / (typeof unit === "string" ? unit.length : unit))), random, sizeBytes)}${END}`,
  }
}

const repeat = (text: string, count: number) => text.repeat(count)
const list = (count: number, item: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join("")
const place = (random: Random) => Math.floor(random() * 1000)
const zigzag = (random: Random, count: number) =>
  `M0 0${list(count, () => `L${place(random)} ${place(random)}`)}`
const sheet = (rules: string) => `<style>${rules}</style>`
/** Returns that many levels of `before` … `after` around `inside`. */
const nest = (levels: number, before: string, inside: string, after: string) =>
  before.repeat(levels) + inside + after.repeat(levels)

const styles: SvgProduct[] = [
  product("rules × elements", (share) => {
    const rules = sheet(repeat(".a .b{x:1}", share(".a .b{x:1}")))
    return rules + repeat("<g/>", share("<g/>"))
  }),
  product("rules × elements, all of which they match", (share) => {
    const rule = "g{fill:red}"
    return sheet(repeat(rule, share(rule))) + repeat("<g/>", share("<g/>"))
  }),
  product("classes × rules", (share) => {
    const rules = sheet(list(share(".c9999{fill:red}"), (i) => `.c${i % 20}{fill:red}`))
    const classes = Array.from({ length: 20 }, (_, i) => `c${i}`).join(" ")
    return rules + repeat(`<g class="${classes}"/>`, share(`<g class="${classes}"/>`))
  }),
  product("declarations × elements", (share) => {
    const names = ["fill", "stroke", "opacity", "color", "mask", "clip-path", "font-size", "x-y"]
    const rule = list(share("font-size:1;"), (i) => `${names[i % names.length]}:1;`)
    return sheet(`*{${rule}}`) + repeat("<g/>", share("<g/>"))
  }),
  product("long values × elements", (share) => {
    const dashes = "1 ".repeat(share("1 "))
    return sheet(`.a{stroke-dasharray:${dashes}}`) + repeat('<path class="a"/>', share('<path class="a"/>'))
  }),
  product("ancestors to the power of selectors", (share) => {
    const rule = `.z ${"g ".repeat(2)}.x{fill:red}`
    return (
      sheet(repeat(rule, share(rule))) +
      nest(20, "<g>", repeat('<g class="x"/>', share('<g class="x"/>')), "</g>")
    )
  }),
  product("siblings × selectors", (share) => {
    const rule = `${"g+".repeat(30)}g:first-child{fill:red}`
    return sheet(repeat(rule, share(rule))) + repeat("<g/>", share("<g/>"))
  }),
  product("attribute selectors × elements", (share) => {
    const rule = '[id|="a"][class~=b]{fill:red}'
    return sheet(repeat(rule, share(rule))) + repeat('<g id="a"/>', share('<g id="a"/>'))
  }),
  product("inherited lists × elements", (share) => {
    const dashes = "1 ".repeat(share("1 "))
    const path = '<path d="M0 0h9" stroke="red"/>'
    return `<g stroke-dasharray="${dashes}">${repeat(path, share(path))}</g>`
  }),
  single("depth × elements", (share) =>
    nest(58, "<g>", repeat('<path d="M0 0h1v1"/>', share('<path d="M0 0h1v1"/>')), "</g>"),
  ),
  single("inherit × depth", (share) => {
    const path = '<path d="M0 0h1v1" fill="inherit" stroke="inherit" clip-rule="inherit"/>'
    return nest(58, "<g>", repeat(path, share(path)), "</g>")
  }),
]

const copies: SvgProduct[] = [
  product("uses × their contents", (share) => {
    const group = `<g id="a">${repeat('<path d="M0 0h9v9"/>', share('<path d="M0 0h9v9"/>'))}</g>`
    return group + repeat('<use href="#a"/>', share('<use href="#a"/>'))
  }),
  product("uses × a long path", (share, random) => {
    const path = `<path id="a" d="${zigzag(random, share("L999 999"))}"/>`
    return path + repeat('<use href="#a"/>', share('<use href="#a"/>'))
  }),
  product("uses × elements before their target", (share) => {
    const others = repeat("<g/>", share("<g/>"))
    return `${others}<g id="a"/>${repeat('<use href="#a"/>', share('<use href="#a"/>'))}`
  }),
  single("uses of uses", (share) => {
    const width = share(7 * '<use href="#a1"/>'.length)
    const levels = list(6, (i) => `<g id="a${i + 1}">${repeat(`<use href="#a${i}"/>`, width)}</g>`)
    return `<defs><path id="a0" d="M0 0h9v9"/>${levels}</defs><use href="#a6"/>`
  }),
  single("uses beside uses", (share) => {
    const use = '<use href="#b"/>'
    const half = Math.floor(share(use) / 2)
    return `<g id="b"/><g id="a">${repeat(use, half)}</g>${repeat('<use href="#a"/>', half)}`
  }),
  product("symbols × their contents", (share) => {
    const symbol = `<symbol id="a" viewBox="0 0 9 9">${repeat("<rect width='9' height='9'/>", share("<rect width='9' height='9'/>"))}</symbol>`
    return (
      symbol +
      repeat('<use href="#a" width="500" height="500"/>', share('<use href="#a" width="500" height="500"/>'))
    )
  }),
  product("pictures × uses", (share) => {
    const image = `<image id="a" width="1024" height="1024" href="${PICTURE}"/>`
    const images = repeat(image.replace(' id="a"', ""), share(image))
    return image + images + repeat('<use href="#a"/>', share('<use href="#a"/>'))
  }),
  product("markers × corners", (share, random) => {
    const inside = repeat('<path d="M0 0h9v9"/>', share('<path d="M0 0h9v9"/>'))
    const marker = `<marker id="m" markerWidth="9" markerHeight="9">${inside}</marker>`
    return `${marker}<path fill="none" stroke="red" marker-mid="url(#m)" d="${zigzag(random, share("L999 999"))}"/>`
  }),
  product("letters × spans", (share) => {
    const letters = "ab ".repeat(share("ab "))
    return `<text y="20">${letters}${repeat("<tspan>a</tspan>", share("<tspan>a</tspan>"))}</text>`
  }),
  product("letters × fonts", (share) => {
    const fonts = "Ab,".repeat(share("Ab,"))
    return `<text y="20" font-family="${fonts}x">${repeat("<tspan>a</tspan>", share("<tspan>a</tspan>"))}</text>`
  }),
  product("text paths × their length", (share, random) => {
    const path = `<path id="a" d="${zigzag(random, share("L999 999"))}"/>`
    const text = '<text><textPath href="#a">ab</textPath></text>'
    return path + repeat(text, share(text))
  }),
  single("letters placed one by one", (share) => {
    const count = share(8)
    return `<text font-size="40" x="${"1 ".repeat(count)}" rotate="${"9 ".repeat(count)}">${"abcd".repeat(count)}</text>`
  }),
]

const paints: SvgProduct[] = [
  product("gradients × stops × users", (share) => {
    const stop = '<stop offset=".5" stop-color="red"/>'
    const gradient = `<linearGradient id="a" x2="9" gradientUnits="userSpaceOnUse">${repeat(stop, share(stop))}</linearGradient>`
    const user = '<path fill="url(#a)" d="M0 0h99v9"/>'
    return gradient + repeat(user, share(user))
  }),
  single("gradients × gradients", (share) => {
    const gradient = (i: number) =>
      `<linearGradient id="a${i}"><stop offset=".5" stop-color="red"/></linearGradient><path fill="url(#a${i})" d="M0 0h9v9"/>`
    return list(share(gradient(9999)), gradient)
  }),
  product("gradients that take after gradients", (share) => {
    const chain = list(
      share('<linearGradient id="a9999" href="#a9999"/>'),
      (i) => `<linearGradient id="a${i}" href="#a${i + 1}"/>`,
    )
    const user = '<path fill="url(#a0)" d="M0 0h9v9"/>'
    return chain + repeat(user, share(user))
  }),
  product("patterns × contents × users", (share) => {
    const inside = repeat('<path d="M0 0h9v9"/>', share('<path d="M0 0h9v9"/>'))
    const pattern = `<pattern id="a" width="99" height="99" patternUnits="userSpaceOnUse">${inside}</pattern>`
    const user = '<path fill="url(#a)" d="M0 0h9v9"/>'
    return pattern + repeat(user, share(user))
  }),
  single("patterns × tiles", (share) => {
    const pattern = (i: number) =>
      `<pattern id="a${i}" width="1900" height="1900" patternUnits="userSpaceOnUse"><path d="M0 0h9v9"/></pattern>${FULL} fill="url(#a${i})"/>`
    return list(share(pattern(999)), pattern)
  }),
  single("patterns in patterns", (share) => {
    const pattern = (i: number) =>
      `<pattern id="a${i}" width="9" height="9"><path fill="url(#a${i + 1})" d="M0 0h9v9"/></pattern>`
    const user = '<path fill="url(#a0)" d="M0 0h9v9"/>'
    return list(Math.min(50, share(pattern(9999))), pattern) + repeat(user, Math.floor(share(user) / 2))
  }),
  single("patterns that look for themselves", (share) => {
    const pattern = (i: number) => `<pattern id="a${i}"><path fill="url(#b)"/></pattern>`
    const half = Math.floor(share(pattern(9999)) / 2)
    return `<g id="b">${repeat("<path/>", half * 8)}</g>${list(half, pattern)}`
  }),
  single("paths × pixels", (share) => repeat(`${FULL} opacity=".5"/>`, share(`${FULL} opacity=".5"/>`))),
  single("gradients × pixels", (share) => {
    const user = `${FULL} fill="url(#a)"/>`
    return `<radialGradient id="a"><stop stop-color="red"/><stop offset="1"/></radialGradient>${repeat(user, share(user))}`
  }),
]

const layers: SvgProduct[] = [
  single("masks × pixels", (share) => {
    const user = `${FULL} mask="url(#a)"/>`
    return `<mask id="a">${FULL} fill="#fff"/></mask>${repeat(user, share(user))}`
  }),
  product("masks × contents", (share) => {
    const mask = `<mask id="a">${repeat('<path d="M0 0h9v9"/>', share('<path d="M0 0h9v9"/>'))}</mask>`
    const user = '<path d="M0 0h9v9" mask="url(#a)"/>'
    return mask + repeat(user, share(user))
  }),
  single("masks of masks", (share) => {
    const mask = (i: number) => `<mask id="a${i}" mask="url(#a${i + 1})">${FULL} fill="#fff"/></mask>`
    const user = `${FULL} mask="url(#a0)"/>`
    return list(50, mask) + repeat(user, Math.max(1, Math.floor(share(user) / 4)))
  }),
  product("clips × contents", (share) => {
    const clip = `<clipPath id="a">${repeat('<path d="M0 0h9v9"/>', share('<path d="M0 0h9v9"/>'))}</clipPath>`
    const user = '<path d="M0 0h9v9" clip-path="url(#a)"/>'
    return clip + repeat(user, share(user))
  }),
  single("clips × pixels", (share) => {
    const user = `${FULL} clip-path="url(#a)"/>`
    return `<clipPath id="a"><circle cx="500" cy="500" r="400"/></clipPath>${repeat(user, share(user))}`
  }),
  single("clips of clips", (share) => {
    const clip = (i: number) =>
      `<clipPath id="a${i}" clip-path="url(#a${i + 1})"><path d="M0 0h999v999"/></clipPath>`
    const user = `${FULL} clip-path="url(#a0)"/>`
    return list(50, clip) + repeat(user, Math.max(1, Math.floor(share(user) / 4)))
  }),
  single("clips that look for themselves", (share) => {
    const clip = (i: number) => `<clipPath id="a${i}"><path clip-path="url(#b)"/></clipPath>`
    const half = Math.floor(share(clip(9999)) / 2)
    return `<clipPath id="b">${repeat("<path/>", half * 8)}</clipPath>${list(half, clip)}`
  }),
  single("see-through groups × pixels", (share) => {
    const group = `<g opacity=".5">${FULL}/>${FULL}/></g>`
    return repeat(group, share(group))
  }),
  single("see-through groups in groups", (share) => {
    const group = nest(9, '<g opacity=".5">', `${FULL}/>${FULL}/>`, "</g>")
    return repeat(group, share(group))
  }),
  single("small see-through groups in groups", (share) => {
    const group = nest(2, '<g opacity=".5">', '<path d="M0 0h9v9z"/><path d="M2 2h9v9z"/>', "</g>")
    return repeat(group, share(group))
  }),
  single("blended groups × pixels", (share) => {
    const group = `<g style="mix-blend-mode:multiply"><g opacity=".5">${FULL}/>${FULL}/></g></g>`
    return repeat(group, share(group))
  }),
  single("filters × pixels", (share) => {
    const user = `${FULL} filter="url(#a)"/>`
    return `<filter id="a"><feGaussianBlur stdDeviation="9"/></filter>${repeat(user, share(user))}`
  }),
  product("filters × primitives", (share) => {
    const filter = `<filter id="a">${repeat('<feOffset dx="1"/>', share('<feOffset dx="1"/>'))}</filter>`
    const user = '<path d="M0 0h9v9" filter="url(#a)"/>'
    return filter + repeat(user, share(user))
  }),
  product("filters × their tables", (share) => {
    const table = `<feFuncR type="table" tableValues="${"0 1 ".repeat(share("0 1 "))}"/>`
    const filter = `<filter id="a"><feComponentTransfer>${table}</feComponentTransfer></filter>`
    const user = '<path d="M0 0h99v99" filter="url(#a)"/>'
    return filter + repeat(user, share(user))
  }),
  single("clipped viewports in viewports", (share) => {
    const inner = nest(12, '<svg width="900" height="900">', `${FULL}/>`, "</svg>")
    return repeat(inner, share(inner))
  }),
  single("pictures × pixels", (share) => {
    const image = `<image width="1024" height="1024" href="${PICTURE}"/>`
    return repeat(image, share(image))
  }),
]

const strokes: SvgProduct[] = [
  product("round joins × copies", (share, random) => {
    const path = `<path id="a" fill="none" stroke="red" stroke-width="900" stroke-linejoin="round" d="${zigzag(random, share("L999 999"))}"/>`
    return path + repeat('<use href="#a"/>', share('<use href="#a"/>'))
  }),
  single("round joins × reach", (share, random) => {
    const path = `fill="none" stroke="red" stroke-width="99999" stroke-linejoin="round" stroke-linecap="round"`
    return `<path ${path} d="${zigzag(random, share("L999 999"))}"/>`
  }),
  single(
    "thin lines across",
    (share, random) =>
      `<path fill="none" stroke="red" stroke-width=".1" d="${zigzag(random, share("L999 999"))}"/>`,
  ),
  single(
    "edges × rows",
    (share, random) => `<path fill-rule="evenodd" d="${zigzag(random, share("L999 999"))}"/>`,
  ),
  single("curves × reach", (share, random) => {
    const curve = () =>
      `C${place(random)}999 ${place(random)} ${place(random)} ${place(random)}999 ${place(random)} 5`
    return `<path fill="none" stroke="red" d="M0 0${list(share("C999999 999 999 999999 999 5"), curve)}"/>`
  }),
  single("dashes × length", (share, random) => {
    const path = `<path fill="none" stroke="red" stroke-dasharray="1" d="${zigzag(random, 40)}"/>`
    return repeat(path, share(path))
  }),
  single("round dashes × lines", (share, random) => {
    const path = zigzag(random, share("L999 999"))
    return `<path fill="none" stroke="red" stroke-width="50" stroke-linecap="round" stroke-dasharray="9 2" d="${path}"/>`
  }),
  product("lists of dashes × lines", (share, random) => {
    const dashes = "1 2 ".repeat(share("1 2 "))
    const path = zigzag(random, share("L999 999"))
    return `<path fill="none" stroke="red" stroke-dasharray="${dashes}" d="${path}"/>`
  }),
  single(
    "arcs",
    (share) =>
      `<path fill="none" stroke="red" d="M0 0${repeat("a9 9 0 1 1 1 1", share("a9 9 0 1 1 1 1"))}"/>`,
  ),
  single("shapes", (share) =>
    repeat('<circle cx="9" cy="9" r="5"/>', share('<circle cx="9" cy="9" r="5"/>')),
  ),
]

/** Returns `content` below a root of another size. */
const tall = (widthPx: number, heightPx: number, text: string) =>
  text.replace('width="1024" height="1024"', `width="${widthPx}" height="${heightPx}"`)

const strips: SvgProduct[] = [
  single("strips × scene", (share, random) => zigzagStrips(random, share("L999 99999"))),
  single("strips × definitions", (share) => {
    const gradient = (i: number) =>
      `<linearGradient id="a${i}"><stop offset=".5" stop-color="red"/><stop offset="1"/></linearGradient><path fill="url(#a${i})" d="M0 0h1v1"/>`
    return `${list(share(gradient(9999)), gradient)}<path d="M0 0h9v40000"/>`
  }),
  single("strips × see-through groups", (share) => {
    const group = nest(
      3,
      '<g opacity=".5">',
      '<path d="M0 0h900v40000z"/><path d="M9 9h900v40000z"/>',
      "</g>",
    )
    return repeat(group, share(group))
  }),
].map(({ make, ...named }) => ({
  ...named,
  make: (random: Random, size: number) => tall(1024, 40_960, make(random, size)),
}))

function zigzagStrips(random: Random, count: number): string {
  const line = () => `L${place(random)} ${place(random) * 40}`
  return `<path fill="none" stroke="red" d="M0 0${list(count, line)}"/>`
}

const texts: SvgProduct[] = [
  product("long names × references", (share) => {
    const id = "a".repeat(Math.min(20_000, share("a")))
    const user = `<path fill="url(#${id})"/>`
    return `<linearGradient id="${id}"/>${repeat(user, share(user))}`
  }),
  single("switches × languages", (share) => {
    const child = `<g systemLanguage="${"de,".repeat(40)}fr"/>`
    return `<switch>${repeat(child, share(child))}</switch>`
  }),
  single("web page content", (share) =>
    repeat("<foreignObject><p/></foreignObject>", share("<foreignObject><p/></foreignObject>")),
  ),
  single("comments and sections", (share) => repeat("<!--a--><![CDATA[a]]>", share("<!--a--><![CDATA[a]]>"))),
  single("references to characters", (share) => `<text>${repeat("&#65;&lt;", share("&#65;&lt;"))}</text>`),
  single("attributes", (share) => `<g ${list(share('a99999="1" '), (i) => `a${i}="1" `)}/>`),
  single(
    "transformations",
    (share) => `<g transform="${repeat("rotate(1)", share("rotate(1)"))}"><path d="M0 0h9v9"/></g>`,
  ),
  single("lists where one number belongs", (share) => {
    const list = `${repeat("1 ", Math.floor(share("1 ") / 3))}`
    return `<filter id="a"><feTurbulence numOctaves="${list}"/><feMorphology radius="${list}"/></filter><path opacity="${list}"/>`
  }),
  single(
    "references in one value",
    (share) => `<path style="${repeat("fill:url(#a);", share("fill:url(#a);"))}"/>`,
  ),
  single("points", (share) => `<polygon points="${repeat("1 2 ", share("1 2 "))}"/>`),
]

export const svgProducts: readonly SvgProduct[] = [
  ...styles,
  ...copies,
  ...paints,
  ...layers,
  ...strokes,
  ...strips,
  ...texts,
]
